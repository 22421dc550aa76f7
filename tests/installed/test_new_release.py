"""A new release while pages are open: a quiet word, and nothing reloads unasked."""

from playwright.sync_api import Page, expect

from tests.installed.conftest import Site, kept, settle

MARK = "window.sameVisit = true"


def release_again(site: Site) -> None:
    """Stops the server and starts it with a style sheet that paints everything red."""
    site.stop()
    with (site.server.root / "static" / "app.css").open("a") as style:
        style.write("body { background: #f00; }\n")
    site.server.start()


def look_again(page: Page) -> None:
    """Takes the phone up again, as after a while in a pocket."""
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def shells(page: Page) -> list[str]:
    return [name for name in kept(page) if name.startswith("shell-")]


def test_a_new_release_is_offered_and_used_when_asked(changing_site: Site):
    page = changing_site.visit()
    page.goto("/rules/neeps?q=passing")
    page.goto("/new?game=haggis-2")
    style = "getComputedStyle(document.body).backgroundColor"
    red = "rgb(255, 0, 0)"
    (old,) = shells(page)
    page.get_by_label("Seat 1").first.fill("Ada")
    page.get_by_role("radio", name="Seat 2").check()
    page.get_by_label("Played as").select_option("korean")
    page.get_by_label("Seat 2").first.fill("Ben")
    page.evaluate(MARK)
    release_again(changing_site)
    look_again(page)

    use = page.get_by_role("button", name="Use it")
    expect(use).to_be_visible()
    assert page.evaluate("window.sameVisit")
    assert page.evaluate(style) != red
    expect(page.get_by_label("Seat 1").first).to_have_value("Ada")

    use.tap()
    expect(use).to_be_hidden()
    settle(page)
    assert page.evaluate("window.sameVisit") is None
    assert page.evaluate(style) == red
    expect(page.get_by_label("Seat 1").first).to_have_value("Ada")
    expect(page.get_by_role("radio", name="Seat 2")).to_be_checked()
    (new,) = shells(page)
    assert new != old

    changing_site.stop()
    page.context.new_cdp_session(page).send("Network.clearBrowserCache")
    page.goto("/rules/neeps?q=passing")  # a copy of the release before, in the new colours
    expect(page.locator(".topic")).to_have_count(1)
    assert page.evaluate(style) == red


def test_a_worker_that_is_switched_off_takes_itself_and_its_copies_away(site: Site):
    page = site.visit()
    assert kept(page)
    site.stop()
    site.server.environment["SERVICE_WORKER"] = "off"
    site.server.start()
    page.reload()
    gone = "async () => (await navigator.serviceWorker.getRegistrations()).length"
    for _ in range(50):
        if not kept(page) and page.evaluate(gone) == 0:
            break
        page.wait_for_timeout(200)
    assert kept(page) == {}
    page.goto("/rules")
    assert page.evaluate("navigator.serviceWorker.controller") is None
