"""Draws the app's icons in static/icons from one drawing, icon.svg."""

from playwright.sync_api import Page

from scripts.local import ROOT, running_browser

FOLDER = ROOT / "static" / "icons"
PURPLE = "#73387f"
# name: (size in pixels, background outside the drawing, share of the size the drawing takes)
ICONS = {
    "icon-192": (192, "transparent", 1.0),
    "icon-512": (512, "transparent", 1.0),
    "apple-touch-icon": (180, PURPLE, 1.0),
    "maskable-512": (512, PURPLE, 0.8),
    "monochrome-512": (512, "transparent", 1.0),
}


def draw(page: Page, name: str) -> None:
    size, background, share = ICONS[name]
    drawing = (FOLDER / "icon.svg").read_text()
    if name.startswith("monochrome"):  # only the outline counts: the cards, and not the ground
        drawing = drawing.replace(f'fill="{PURPLE}"', 'fill="none"', 1)
    page.set_viewport_size({"width": size, "height": size})
    page.set_content(
        f"<style>body{{margin:0;background:{background};display:grid;place-items:center;"
        f"height:100vh}}svg{{width:{share * 100}%}}</style>{drawing}"
    )
    page.screenshot(path=FOLDER / f"{name}.png", omit_background=True)


def main() -> None:
    with running_browser() as browser:
        page = browser.new_page()
        for name in ICONS:
            draw(page, name)
            print(FOLDER / f"{name}.png")


if __name__ == "__main__":
    main()
