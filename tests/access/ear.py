"""What a screen reader says by itself: the words that come into the live regions of a page."""

from playwright.sync_api import Page

# A region that comes with its words already in it may not be said, unless it is an alert.
LISTEN = """() => {
    const live = "[role=status], [role=alert], [aria-live]";
    const words = (one) => one.innerText.replace(/\\s+/g, " ").trim();
    const all = () => [...document.querySelectorAll(live)];
    const known = new Map(all().map((one) => [one, words(one)]));
    window.ear = { heard: [], unheard: [] };
    new MutationObserver(() => {
        for (const region of all()) {
            const [was, now] = [known.get(region), words(region)];
            const said = was !== undefined || region.matches("[role=alert]");
            if (now && now !== was) window.ear[said ? "heard" : "unheard"].push(now);
            known.set(region, now);
        }
    }).observe(document, { attributes: true, characterData: true, childList: true, subtree: true });
}"""


class Ear:
    """Listens to a page from now on, until it is left for another."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.evaluate(LISTEN)

    @property
    def heard(self) -> list[str]:
        return self.page.evaluate("window.ear.heard")

    @property
    def unheard(self) -> list[str]:
        """What stands in a live region, but came too early to be said."""
        return self.page.evaluate("window.ear.unheard")

    def hears_once(self, words: str) -> None:
        """Waits until it has been said, and makes sure that it was said once."""
        self.page.wait_for_function(
            "words => window.ear.heard.some((one) => one.includes(words))", arg=words
        )
        times = [said for said in self.heard if words in said]
        assert len(times) == 1, self.heard
