"""What keeps somebody from using a page as it stands: nothing does, if all goes well."""

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, ViewportSize

AXE = Axe().axe_script
SMALL = ViewportSize(width=320, height=640)
ON_ITS_SIDE = ViewportSize(width=844, height=390)
TEXT = 16  # pixels, as browsers have it
LARGE = 2 * TEXT
MOST_COVERED = 0.45  # of the screen, by what stays in view while the page scrolls

FITS = """() => {
    const shown = [...document.querySelectorAll("body *")]
        .filter((one) => one.checkVisibility() && !one.closest(".unseen, [aria-hidden=true], svg"));
    const say = (what, one) => `${what}: ${one.outerHTML.replace(/\\s+/g, " ").slice(0, 150)}`;
    const faults = [];
    const wide = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth > wide) faults.push("scrolls sideways");
    for (const one of shown) {
        const style = getComputedStyle(one), box = one.getBoundingClientRect();
        if (box.right > wide + 1 || box.left < -1) faults.push(say("off the screen", one));
        const clips = style.display !== "inline" && style.overflowX !== "visible";
        const holds = one.matches("button, .btn, h1, h2, h3, .tag, th, td, label, summary");
        if ((clips || holds) && style.display !== "inline" && !one.matches("input")
            && one.scrollWidth > one.clientWidth + 1) faults.push(say("cut off", one));
        if (clips && one.scrollHeight > one.clientHeight + 1 && !one.matches("input, select"))
            faults.push(say("cut off below", one));
    }
    const rects = (one) => {
        if (one.matches("button, .btn, input, select")) return [one.getBoundingClientRect()];
        const words = [...one.childNodes].filter((text) => text.nodeType === 3 && text.data.trim());
        return words.flatMap((text) => {
            const range = document.createRange();
            range.selectNode(text);
            return [...range.getClientRects()].map(({ left, right, top, bottom }) => {
                const air = (bottom - top) / 4; // a line is higher than its letters
                return { left, right, top: top + air, bottom: bottom - air };
            });
        });
    };
    const boxes = shown.filter((one) => !one.closest(".bar, .notices, .fan"))
        .map((one) => [one, rects(one)]).filter(([, found]) => found.length);
    boxes.forEach(([one, mine], i) => {
        for (const [other, theirs] of boxes.slice(i + 1)) {
            if (one.contains(other) || other.contains(one)) continue;
            const meet = mine.some((a) => theirs.some((b) =>
                Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2
                && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4));
            if (meet) faults.push(say("overlap", one) + say(" and", other));
        }
    });
    const stays = shown.filter((one) => ["sticky", "fixed"].includes(getComputedStyle(one).position)
        && !one.matches("th"));
    const covered = stays.reduce((sum, one) => sum + one.offsetHeight, 0) / innerHeight;
    return [faults, covered];
}"""
ALIKE = """() => {
    const text = (one) => one?.textContent.replace(/\\s+/g, " ").trim() ?? "";
    const name = (one) => one.getAttribute("aria-label")
        ?? (one.hasAttribute("aria-labelledby")
            ? text(document.getElementById(one.getAttribute("aria-labelledby")))
            : one.labels?.length ? text(one.labels[0]) : text(one));
    const places = [...document.querySelectorAll("[role=group], fieldset, details, section")];
    const about = (one) => places
        .filter((place) => place !== one && place.contains(one) && !one.matches("summary"))
        .map((place) => place.matches("fieldset") ? text(place.querySelector("legend"))
            : place.matches("details") ? text(place.querySelector("summary")) : name(place));
    const known = new Map();
    const faults = [];
    for (const one of document.querySelectorAll("a, button, input, select, summary")) {
        if (!one.checkVisibility() || one.matches("[type=hidden], [aria-hidden] *")) continue;
        const said = [...about(one), name(one)].join(" > ");
        const does = one.matches("a") ? one.href : one.outerHTML;
        if (!name(one)) faults.push(`no name: ${one.outerHTML}`);
        if ((known.get(said) ?? does) !== does && !one.matches("summary"))
            faults.push(`named alike: ${said}`);
        known.set(said, does);
    }
    return faults;
}"""
MOVES = """() => [...document.querySelectorAll("*")].flatMap((one) => [null, "::before", "::after"]
    .map((part) => getComputedStyle(one, part))
    .filter((style) => style.animationName !== "none"
        || style.transitionDuration.split(", ").some((time) => time !== "0s"))
    .map(() => `moves: ${one.outerHTML.slice(0, 120)}`))"""


def faults(page: Page, *, night: bool = True) -> list[str]:
    """Everything found by axe and by eye, by day and `night`, on every kind of screen."""
    was = page.viewport_size
    assert was
    found = [f"light: {one}" for one in _axe(page, was, rules={"target-size": {"enabled": True}})]
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    if night:
        dark = _axe(page, SMALL, runOnly=["color-contrast", "target-size"])
        found += [f"dark, small: {one}" for one in dark]
    found += page.evaluate(MOVES) + page.evaluate(ALIKE)
    page.emulate_media(color_scheme="light", reduced_motion="no-preference")

    page.set_viewport_size(SMALL)
    found += _fits(page, "small")

    page.set_viewport_size(ON_ITS_SIDE)
    found += _fits(page, "on its side")

    page.set_viewport_size(SMALL)
    screen = page.context.new_cdp_session(page)
    screen.send("Page.setFontSizes", {"fontSizes": {"standard": LARGE}})
    found += _fits(page, "large text")
    screen.send("Page.setFontSizes", {"fontSizes": {"standard": TEXT}})
    screen.detach()
    page.set_viewport_size(was)
    return found


def _axe(page: Page, size: ViewportSize, **options: Any) -> list[str]:
    """What axe finds on a screen so high that nothing is covered."""
    page.set_viewport_size(size)
    height = page.evaluate("document.documentElement.scrollHeight")
    page.set_viewport_size({"width": size["width"], "height": max(height, size["height"])})
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    nodes = """options => axe.run(options).then(({ violations }) => violations.flatMap(
        ({ id, nodes }) => nodes.map(({ target, html }) => `${id}: ${target} ${html.slice(0, 160)}`)
    ))"""
    return page.evaluate(nodes, {"preload": False, "resultTypes": ["violations"], **options})


def _fits(page: Page, where: str) -> list[str]:
    found, covered = page.evaluate(FITS)
    if covered > MOST_COVERED:
        found.append(f"{covered:.0%} of the screen is covered")
    return [f"{where}: {one}" for one in found]
