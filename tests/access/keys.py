"""Somebody who keeps the score with the keys of a keyboard, and sees where they are."""

from playwright.sync_api import Locator, expect

from tests.browser import Role
from tests.journeys.thumb import Thumb

MOST_STEPS = 150  # from one control to any other
SEEN = """(wanted) => {
    const held = document.activeElement, box = held.getBoundingClientRect();
    const style = getComputedStyle(held);
    const [x, y] = [box.x + box.width / 2, box.y + Math.min(box.height, 40) / 2];
    const top = document.elementFromPoint(x, y);
    const between = wanted.compareDocumentPosition(held);
    const light = (colour) => colour.match(/[\\d.]+/g).slice(0, 3).map((one) => one / 255)
        .map((one) => one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4)
        .reduce((sum, one, i) => sum + one * [0.2126, 0.7152, 0.0722][i], 0.05);
    let ground = held.parentElement;
    while (ground && getComputedStyle(ground).backgroundColor === "rgba(0, 0, 0, 0)")
        ground = ground.parentElement;
    const [ring, behind] = [style.outlineColor, getComputedStyle(ground ?? held).backgroundColor];
    return {
        there: held === wanted || (held.type === "radio" && held.name === wanted.name),
        lost: held === document.body,
        ring: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2,
        contrast: Math.max(light(ring), light(behind)) / Math.min(light(ring), light(behind)),
        covered: !(held.contains(top) || top?.contains(held)),
        behind: Boolean(between & Node.DOCUMENT_POSITION_FOLLOWING),
        what: held.outerHTML.slice(0, 120),
    };
}"""


class Keys(Thumb):
    """A thumb that only has Tab, Enter, Space and the arrows.

    On the way everything that holds the focus must show it, and nothing may cover it.
    """

    def reach(self, what: Locator) -> None:
        """Moves the focus to a control, step by step."""
        expect(what).to_be_visible()
        wanted = what.element_handle()
        for _ in range(MOST_STEPS):
            seen = self.page.evaluate(SEEN, wanted)
            if not seen["lost"]:
                assert seen["ring"], f"no visible focus: {seen['what']}"
                assert seen["contrast"] >= 3, f"a focus hard to see: {seen['what']}"
                assert not seen["covered"], f"covered: {seen['what']}"
            if seen["there"]:
                return
            self.page.keyboard.press("Shift+Tab" if seen["behind"] else "Tab")
        raise AssertionError(f"no key leads to {what}")

    def touch(self, what: Locator, said: str) -> None:
        self.reach(what)
        self.page.evaluate("window.same = true")
        kind = what.evaluate("(one) => one.type ?? one.localName")
        if kind == "radio":
            while not what.is_checked():
                self.page.keyboard.press("ArrowDown")
        elif kind != "text":
            self.page.keyboard.press("Space" if kind == "checkbox" else "Enter")
        self.made.append(said)
        self.wait()
        self.keeps_the_focus(said)

    def keeps_the_focus(self, after: str) -> None:
        """A focus that is lost is lost with the next frame, unless a new page was opened."""
        lost = """() => new Promise((answer) => requestAnimationFrame(() => setTimeout(() =>
            answer(window.same === true && document.activeElement === document.body))))"""
        self.page.wait_for_load_state()
        assert not self.page.evaluate(lost), f"the focus is lost after {after}"

    def tap(self, role: Role, name: str) -> None:
        self.touch(self.page.get_by_role(role, name=name, exact=True), f"{role} {name}")

    def type_number(self, label: str, text: str | int) -> None:
        self.reach(self.page.get_by_label(label, exact=True))
        self.page.keyboard.press("ControlOrMeta+A")
        self.page.keyboard.type(str(text))
        self.wait()
