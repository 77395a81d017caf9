#!/usr/bin/env python3
"""Opens HTML reports and the page of recordings in headless Chromium, and fails on what a reader could stumble over.

usage: html_report.py VERBATIM      makes reports from damaged copies of the recordings of this package
       html_report.py --pages FILE...   opens existing files instead

Each report is opened wide and narrow, light and dark, with and without a script. It fails on an error in the
console, a request to anywhere, a section that is missing, text that is cut off at the side, a filter or a link that
does not work, or a violation of the accessibility rules of axe-core. Screenshots are in .build/html-report.

It needs Chromium (CHROMIUM=, or in the path) and the PyPI packages playwright and axe-playwright-python, which
`make html-report` installs in a virtual environment.
"""
import os, shutil, subprocess, sys, time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
OUTPUT = os.path.join(ROOT, ".build/html-report")
CHECK = ["causes", "operations", "drift", "proof"]
WIDTHS = {"wide": 1280, "narrow": 390}
# The size and the time that a report of any size stays below.
LARGEST, SLOWEST = 3_000_000, 1.0

# The history of the recordings: the day of a commit, and what it replaces in the files.
HISTORY = [
    ("2026-09-04", [("google-books/search/1.json", '"isEbook": true,', '"isEbook": true, "offers": [],')]),
    ("2026-10-11", [
        ("itunes/search-music/1.json", '"country":"USA"', '"country":null'),
        ("reqres/list-users/1.json", '"total": 12', '"total": "12"'),
    ]),
    ("2026-11-02", [("reqres/list-users/1.json", '"total": "12"', '"total": 12')]),
]
DAMAGE = [
    ("google-books/search/1.json", '"pageCount": 212', '"pageCount": "212"'),
    ("google-books/search/1.json", '"id": "vQ8sAAAAYAAJ",\n', ""),
    ("google-books/search/1.json", '"saleability": "FOR_SALE"', '"saleability": "RENT_<b>NOW</b>"'),
    ("google-books/search/1.json", '"publishedDate": "2011-03"', '"publishedDate": "March 2011"'),
    ("itunes/search-music/1.json", '"trackPrice":1.29', '"trackPrice":"1.29"'),
    ("itunes/search-music/1.json", '"artistName":"Octave & Sestet"', '"artistName":null'),
    ("reqres/list-users/1.json", "https://reqres.in/img/faces/7-image.jpg",
     "</script><img src=x onerror=alert(1)>\u202e"),
    ("reqres/list-users/1.json", '"per_page": 6', '"per_page": null'),
    ("flickr/search/1.json", '"page": 1,', '"page": "one",\n    "surprise": {"nested": [1, 2]},'),
    ("reqres/one-user.har", '"status": 200', '"status": 418'),
    ("reqres/change-user/1.json", '"updatedAt": "', '"updatedAt": "T'),
]
CONTRACT = [
    ("itunes.json", '"type": "number"', '"type": ["number", "null"]'),
    ("google-books.json", '"pageCount"', '"pages"'),
]


def edit(folder, changes):
    """Replaces texts in files; each must be there."""
    for path, old, new in changes:
        path = os.path.join(folder, path)
        with open(path, encoding="utf-8", newline="") as file:
            text = file.read()
        if old not in text:
            sys.exit(f"{path}: '{old}' is not there: correct the list of changes in {__file__}")
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(text.replace(old, new, 2))


def git(folder, *words, day=None):
    dates = {f"GIT_{who}_DATE": f"{day}T12:00:00Z" for who in ("AUTHOR", "COMMITTER")} if day else {}
    subprocess.run(
        ["git", "-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false", *words],
        cwd=folder, check=True, env={**os.environ, **dates}, stdout=subprocess.DEVNULL)


def project():
    """A copy of the package with a history of recordings and damage that is not committed."""
    folder = os.path.join(OUTPUT, "project")
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    for name in ("Contracts", "Recordings"):
        shutil.copytree(os.path.join(ROOT, name), os.path.join(folder, name))
    shutil.copy(os.path.join(ROOT, "Package.swift"), folder)
    git(folder, "init", "--quiet", "--initial-branch", "main")
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "--message", "Record", day="2026-08-20")
    for day, changes in HISTORY:
        edit(os.path.join(folder, "Recordings"), changes)
        git(folder, "commit", "--quiet", "--all", "--message", "Record again", day=day)
    edit(os.path.join(folder, "Recordings"), DAMAGE)
    return folder


def run(verbatim, folder, *words, code):
    result = subprocess.run([verbatim, *words], cwd=folder, capture_output=True, text=True)
    if result.returncode != code:
        sys.exit(f"verbatim {' '.join(words)}: exit code {result.returncode}, not {code}\n{result.stderr}")
    return result.stdout


def reports(verbatim):
    """The reports, with the sections that each must have."""
    verbatim, folder = os.path.abspath(verbatim), project()
    pages = {name: os.path.join(OUTPUT, f"{name}.html") for name in ("check", "diff", "failed", "recordings")}
    run(verbatim, folder, "open", "--output", pages["recordings"], code=0)
    run(verbatim, folder, "check", "--report", pages["check"], code=1)
    again = run(verbatim, folder, "check", "--format", "html", code=1)
    with open(pages["check"], encoding="utf-8") as file:
        if file.read() != again:
            sys.exit("two reports of the same input differ")
    edit(os.path.join(folder, "Contracts"), CONTRACT)
    run(verbatim, folder, "diff", "HEAD", "Contracts", "--fail-on", "warning", "--report", pages["diff"], code=1)
    with open(os.path.join(folder, "Contracts/itunes.json"), "w") as file:
        file.write("{")
    run(verbatim, folder, "check", "--report", pages["failed"], code=3)
    return {pages["check"]: CHECK, pages["diff"]: ["causes"], pages["failed"]: ["problems"], pages["recordings"]: []}


class Browser:
    """Chromium, with the problems that it finds."""

    def __init__(self, play):
        path = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
        self.browser = play.chromium.launch(executable_path=path, args=["--no-sandbox"])
        self.problems = []

    def open(self, path, width, scheme="light", script=True, query=""):
        """Opens a file in a page of its own; everything that it asks for or reports is a problem."""
        name = os.path.basename(path)
        context = self.browser.new_context(
            viewport={"width": width, "height": 900}, color_scheme=scheme, java_script_enabled=script)
        page = context.new_page()
        page.on("console", lambda message: self.report(name, f"console: {message.text}"))
        page.on("pageerror", lambda error: self.report(name, f"script: {error}"))
        page.on("request", lambda request: request.url.split("#")[0].split("?")[0] == "file://" + path
                or request.url == "data:," or self.report(name, f"request: {request.url[:80]}"))
        page.on("dialog", lambda dialog: self.report(name, f"dialog: {dialog.message}"))
        start = time.monotonic()
        page.goto("file://" + path + query)
        return page, time.monotonic() - start

    def report(self, name, problem):
        self.problems.append(f"{name}: {problem}")


def inspect(browser, path, sections, axe):
    name = os.path.basename(path)
    size = os.path.getsize(path)
    fastest = min(browser.open(path, 1280)[1] for _ in range(3))
    print(f"{name}: {size:,} bytes, opens in {fastest:.2f} s")
    if size > LARGEST or fastest > SLOWEST:
        browser.report(name, f"larger than {LARGEST:,} bytes or slower than {SLOWEST} s")
    for label, width in WIDTHS.items():
        for scheme in ("light", "dark"):
            # A request with a body, and a response that has changed.
            page, _ = browser.open(path, width, scheme, query="#reqres/change-user/1")
            for section in sections:
                if page.locator(f"section#{section} > h2").count() != 1:
                    browser.report(name, f"no section '{section}'")
            if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
                browser.report(name, f"wider than the window ({label})")
            for violation in axe.run(page).response["violations"]:
                node = violation["nodes"][0]
                browser.report(name, f"{violation['id']} ({label}, {scheme}): {node['html'][:160]}: "
                               f"{node['failureSummary'][:300]}")
            screenshot = os.path.join(OUTPUT, f"{name.removesuffix('.html')}-{label}-{scheme}.png")
            page.screenshot(path=screenshot, full_page=size < LARGEST // 4)
            page.context.close()
    page, _ = browser.open(path, 1280)
    use(browser, page, name)
    browse(browser, page, name)
    page.emulate_media(media="print")
    page.pdf(path=os.path.join(OUTPUT, f"{name.removesuffix('.html')}.pdf"))
    page.context.close()
    page, _ = browser.open(path, 1280, script=False)
    if page.locator(".cause:visible").count() != page.locator(".cause").count():
        browser.report(name, "causes are hidden without a script")
    page.context.close()


def use(browser, page, name):
    """Filters, moves by key, follows a link to a cause, and opens the address of a filter."""
    causes = page.locator("#list > .cause")
    count = causes.count()
    if count < 2:
        return

    def expect(condition, problem):
        if not condition:
            browser.report(name, problem)

    last = causes.nth(count - 1)
    anchor = last.get_attribute("id")
    page.keyboard.press("/")
    page.keyboard.type(anchor.removeprefix("c-")[:8])
    causes.first.wait_for(state="hidden")
    expect(last.is_visible() and f"of {count}" in page.inner_text("#shown"), "the filter does not find a cause")
    expect("?q=" in page.url, "the filter is not in the address")
    page.keyboard.type(" xyzzy")
    page.locator("#nothing").wait_for(state="visible")
    page.click("#nothing button")
    expect(causes.first.is_visible(), "the filter is not cleared")
    page.keyboard.press("Escape")
    # A link to a cause that the filter hides shows all again.
    page.fill("#filter [name=q]", anchor.removeprefix("c-")[:8])
    causes.first.wait_for(state="hidden")
    page.evaluate("id => { location.hash = id }", causes.first.get_attribute("id"))
    causes.first.wait_for(state="visible")
    page.evaluate("document.activeElement.blur()")
    for _ in range(2):
        page.keyboard.press("j")
    page.keyboard.press("o")
    expect(causes.nth(1).get_attribute("open") is not None, "the keys j and o do not open the second cause")
    page.keyboard.press("?")
    expect(page.locator("#help").is_visible(), "the key ? shows no help")
    page.click("#filter button[value='is:breaking']")
    expect(page.locator(".cause:visible:not(.breaking)").count() == 0, "the button shows more than what breaks")


def browse(browser, page, name):
    """Filters the requests by what is in their bodies, shows them by key, and folds the values of a body."""
    links = page.locator("#list [data-is] > a")
    if links.count() == 0:
        return

    def expect(condition, problem):
        if not condition:
            browser.report(name, problem)

    def shown():
        return page.locator("article:visible").evaluate_all("all => all.map(article => article.id)")

    expect(shown() == [links.first.get_attribute("href")[1:]], "the first request is not shown")
    page.keyboard.press("/")
    page.keyboard.type("api:reqres is:changed per_page")
    links.first.wait_for(state="hidden")
    page.keyboard.press("Tab")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("j")
    expect(shown() == ["reqres/list-users/1"], f"the filter and the key j do not show the request: {shown()}")
    expect(page.locator("#list section:visible h2").count() == 1, "APIs without a request are not hidden")
    expect(page.locator("article:visible .changes del").count() > 0, "the change is not shown")
    folds = page.locator("article:visible .json details")
    first = folds.evaluate_all("all => all.some(fold => !fold.open)")
    for state in (first, not first):
        page.keyboard.press("o")
        expect(folds.evaluate_all("(all, state) => all.every(fold => fold.open === state)", state),
               "the key o does not open or close all values")


def main(words):
    from axe_playwright_python.sync_playwright import Axe
    from playwright.sync_api import sync_playwright

    os.makedirs(OUTPUT, exist_ok=True)
    pages = ({os.path.abspath(path): [] for path in words[1:]} if words[0] == "--pages" else reports(words[0]))
    with sync_playwright() as play:
        browser = Browser(play)
        for path, sections in pages.items():
            inspect(browser, path, sections, Axe())
    for problem in dict.fromkeys(browser.problems):
        print(problem, file=sys.stderr)
    print(f"screenshots: {OUTPUT}")
    return 1 if browser.problems else 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1:]))
