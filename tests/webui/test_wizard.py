"""From an empty data folder to a watched table, and the same table again with one tap."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from page_bench import FIELD, Camera, fill_start, on_screen
from yakume.vision.layout import TableLayout
from yakume.webui import cameras
from yakume.webui.app import create_app
from yakume.webui.cameras import CameraList, device_names
from yakume.webui.remembered import FILE, Remembered


class TwoCameras:
    """Stands in for the cameras of a computer."""

    def look(self, in_use: str | None, picture: bytes | None) -> list[dict[str, Any]]:
        gif = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=="
        names = ("Integrated", "Over the table")
        return [
            {"source": str(n), "name": name, "picture": gif, "in_use": str(n) == in_use} for n, name in enumerate(names)
        ]


@pytest.mark.browser
def test_an_empty_folder_leads_to_a_watched_table_and_it_is_there_again_with_one_tap(
    browser: Any, settings: Any, serve: Any, tmp_path: Path
) -> None:
    workers: list[Camera] = []

    def make_worker(*args: Any) -> Camera:
        workers.append(Camera(*args))
        return workers[-1]

    settings = replace(settings, source=None)
    app = create_app(settings, make_worker=make_worker)  # type: ignore[arg-type]
    app.state.cameras = TwoCameras()
    with serve(app) as served:
        page = browser.new_page(locale="ja-JP", viewport={"width": 390, "height": 844})
        taps = 0

        def tap(target: Any) -> None:
            nonlocal taps
            target.click()
            taps += 1

        def back(step: str) -> None:
            page.get_by_role("button", name="戻る").click()
            page.locator("dialog .steps [aria-current]", has_text=step).wait_for()

        forward = page.locator("dialog .actions .next")
        page.goto(served.url)
        # Nothing was ever set up: the first step opens by itself.
        page.locator("dialog.wizard .choices").wait_for()
        page.get_by_text("三人はちはち", exact=True).click()
        page.get_by_text("出典 H3-BA-04").wait_for()
        tap(page.get_by_text("八八", exact=True))
        page.locator("dialog.wizard :checked[value=hachihachi]").wait_for()
        tap(forward)
        tap(page.get_by_role("button", name="4人"))
        names = page.locator("dialog [name=player]")
        names.nth(3).wait_for()
        assert names.nth(3).input_value() == "4番席"
        for at, name in enumerate(("お藤", "次郎", "", "ミツ")):
            names.nth(at).fill(name)
        forward.click()
        page.get_by_text("3番席の名前を入れてください。").wait_for()
        names.nth(2).fill("次郎")
        forward.click()
        page.get_by_text("「次郎」が二人います").wait_for()
        names.nth(2).fill("三郎")
        # Nobody deals first before it is drawn or tapped.
        assert page.locator("dialog [name=dealer]:checked").count() == 0
        page.locator("dialog .steps button", has_text="席").click()
        forward.click()
        page.get_by_text("最初の親が決まっていません").wait_for()
        tap(page.locator("dialog [name=dealer]").nth(1))
        page.get_by_text("最初の親が決まっていません").wait_for(state="hidden")
        tap(forward)
        # Back and forward keep what was typed.
        back("席")
        names.nth(3).wait_for()
        assert [each.input_value() for each in names.all()] == ["お藤", "次郎", "三郎", "ミツ"]
        forward.click()
        page.locator(".address input").evaluate("node => node.closest('details').open = true")
        page.locator(".address input").fill("/nowhere/table.mp4")
        page.get_by_role("button", name="使う", exact=True).click()
        page.locator("dialog .trouble").get_by_text("そのファイルか番地は使えません").wait_for()
        # A phone cannot reach a page that this machine alone sees: that is said, with what to do.
        page.get_by_role("button", name="スマホをカメラにする").click()
        page.locator("dialog .trouble", has_text="--host").wait_for()
        tap(page.get_by_role("button", name="Over the table"))
        page.get_by_text("映像あり").last.wait_for()
        assert [worker.watch.source for worker in workers] == ["1"]
        workers[-1].sees(field=FIELD)
        page.locator(".now img[src]").wait_for()
        tap(forward)
        svg = page.locator("dialog svg.table-fit")
        svg.wait_for()
        page.mouse.move(*on_screen(svg, 0, 0))
        page.mouse.down()
        page.mouse.move(*on_screen(svg, 128, 72), steps=3)
        page.mouse.up()
        # What was fitted is there again after a look at another step.
        back("カメラ")
        forward.click()
        svg.wait_for()
        tap(forward)
        page.locator(".summary dd", has_text="Over the table").wait_for()
        assert TableLayout.load(settings.layout).players == 4
        assert TableLayout.load(settings.layout).corners[0].tolist() == pytest.approx([0.1, 0.1], abs=0.01)
        tap(page.get_by_role("button", name="対局を始める").last)
        page.locator(".seat").nth(3).wait_for()
        workers[-1].sees(field=FIELD)
        page.get_by_text("大場", exact=True).wait_for()
        # The game, on, four people, the first dealer, on, the camera, on, (the corners), on, start.
        assert taps == 9
        # One tap: the same once more, and another as a match is played.
        page.get_by_role("button", name="ほか").click()
        page.get_by_role("button", name="卓を整える").click()
        page.get_by_text("最初の親 次郎").wait_for()
        page.get_by_role("button", name="前と同じで始める").click()
        page.get_by_role("button", name="今の対局を離れて始める").click()
        page.locator("dialog").wait_for(state="detached")
        page.get_by_text("場は未定").wait_for()
        page.close()
    kept = json.loads((tmp_path / FILE).read_text())
    assert (kept["ruleset"], kept["camera"], kept["players"][2]) == ("hachihachi", "1", "三郎")
    with serve(create_app(settings, make_worker=make_worker)):  # type: ignore[arg-type]
        assert workers[-1].watch.source == "1"


@pytest.mark.browser
def test_two_taps_lead_to_a_match_without_a_camera_and_the_steps_begin_at_themselves(
    browser: Any, settings: Any, serve: Any
) -> None:
    with serve(create_app(replace(settings, source=None))) as served:
        page = browser.new_page(locale="ja-JP", viewport={"width": 820, "height": 1180})
        page.goto(served.url)
        blind = page.get_by_role("button", name="カメラなしですぐ始める")
        blind.click()
        page.get_by_text("ゲームを選んでください。").wait_for()
        page.locator("dialog .choice", has=page.locator("[value=sannin]")).click()
        page.locator("dialog :checked[value=sannin]").wait_for()
        heights = set()
        forward = page.locator("dialog .actions .next")
        for step in ("ゲーム", "席", "カメラ", "札"):
            page.locator("dialog .steps [aria-current]", has_text=step).wait_for()
            # Keys and screen readers begin at the step, not behind it; the dialog does not jump.
            if step != "ゲーム":
                assert page.evaluate("document.activeElement.className").startswith("step step-")
            heights.add(round(page.locator("dialog").bounding_box()["height"]))
            if step == "席":
                page.locator("dialog [name=dealer]").nth(1).check()
            if step != "札":
                forward.click()
        assert len(heights) == 1
        # What was proposed follows the language that is chosen beside it.
        page.get_by_role("button", name="閉じる").click()
        page.get_by_role("button", name="ほか").click()
        page.get_by_role("button", name="English").click()
        page.locator("dialog").get_by_role("button", name="Set up the table").click()
        page.locator("dialog .steps button").nth(1).click()
        east = page.locator("dialog [name=player]").first
        east.wait_for()
        assert east.input_value() == "East"
        page.get_by_role("button", name="Close").click()
        page.get_by_role("button", name="More").click()
        page.get_by_role("button", name="日本語").click()
        page.locator("dialog").get_by_role("button", name="卓を整える").click()
        page.locator("dialog .steps button").first.click()
        blind.click()
        page.locator("dialog").wait_for(state="detached")
        page.locator(".seat").nth(2).wait_for()
        page.get_by_role("button", name="場札を押して入れる").wait_for()
        page.close()


def test_what_cannot_be_read_is_as_good_as_nothing_and_what_cannot_be_written_is_a_warning(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / FILE
    file.write_text("{")
    remembered = Remembered(file)
    assert remembered.choices.camera is None
    file.unlink()
    file.mkdir()
    remembered.keep(camera="1")
    assert remembered.choices.camera == "1"
    assert [record.getMessage().split(":")[0] for record in caplog.records] == [
        "what was chosen last is not remembered",
        "what is chosen will not be remembered",
    ]


def test_the_camera_is_changed_and_taken_away_while_yakume_runs(settings: Any, open_bench: Any, tmp_path: Path) -> None:
    with open_bench(settings) as bench:
        bench.start()
        for unusable in ("ftp://x/y", str(tmp_path / "none.mp4")):
            refused = bench.client.post("/api/cameras/use", json={"source": unusable})
            assert (refused.status_code, refused.json()["error"]["code"]) == (422, "no_such_camera")
        assert bench.client.post("/api/cameras/use", json={"source": str(tmp_path)}).json() == {"in_use": str(tmp_path)}
        assert [worker.running for worker in bench.workers] == [False, True]
        bench.sees(field=FIELD)
        assert bench.newest("table")["rate"]["id"] == "oba"
        bench.sees(field=FIELD, for_ms=200, hand=True)
        assert bench.newest("table")["hand_over_table"]
        assert bench.client.post("/api/cameras/use", json={"source": None}).json() == {"in_use": None}
        assert bench.newest("camera")["state"] == "off"
        assert not bench.newest("table")["hand_over_table"]
        with pytest.raises(KeyError):  # to what was seen last there is no picture any more
            bench.newest("observation")
        assert not any(worker.running for worker in bench.workers)
        assert bench.client.post("/api/demo/leave").json()["error"]["code"] == "no_demo"


def test_cameras_are_listed_with_their_names_and_a_hung_one_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from multiprocessing import Pipe

    for number, name in ((0, "Integrated"), (2, "Over the table"), (3, "hangs")):
        (tmp_path / f"video{number}").mkdir()
        (tmp_path / f"video{number}" / "name").write_text(f"{name}\n")
    assert device_names(tmp_path) == {0: "Integrated", 2: "Over the table", 3: "hangs"}
    monkeypatch.setattr(cameras, "device_names", lambda: device_names(tmp_path))

    class Hung:
        exitcode = None
        killed = False

        def is_alive(self) -> bool:
            return not self.killed

        def kill(self) -> None:
            self.killed = True
            theirs.close()

        def join(self, timeout: float | None = None) -> None:
            pass

    ours, theirs = Pipe()
    asked: list[list[int]] = []

    def spawn(numbers: Any) -> Any:
        asked.append(list(numbers))
        theirs.send((2, b"jpeg"))
        return Hung(), ours

    found = CameraList(spawn, look_s=0.3).look("0", b"newest")
    assert asked == [[2, 3]]
    assert [(each["source"], each["name"], each["in_use"]) for each in found] == [
        ("0", "Integrated", True),
        ("2", "Over the table", False),
    ]


@pytest.mark.browser
@pytest.mark.parametrize("way", ["カメラなしですぐ始める", "対局を始める", "前と同じで始める"])
def test_a_match_that_is_played_is_left_by_the_wizard_only_when_that_is_said_twice(
    page: Any, site: Any, way: str
) -> None:
    """Whoever has the wizard open since the first start may not know that another device has begun one."""
    fill_start(page)
    site.desk.add(site.desk.seq, [{"type": "deal_started.v1", "dealer": 0, "field": FIELD}])
    match = site.desk.match_id
    page.get_by_role("button", name="ほか").click()
    page.get_by_role("button", name="卓を整える").click()
    dialog = page.locator("dialog.wizard")
    if way == "対局を始める":
        dialog.locator(".steps button", has_text="席").click()
        dialog.locator("[name=dealer]").first.check()
        dialog.locator(".steps button", has_text="札").click()
    button = dialog.get_by_role("button", name=way).first
    button.click()
    again = dialog.get_by_role("button", name="今の対局を離れて始める")
    again.wait_for()
    page.wait_for_timeout(300)
    assert site.desk.match_id == match
    again.click()
    dialog.wait_for(state="detached")
    assert site.desk.match_id != match


@pytest.mark.browser
def test_the_first_steps_that_nobody_asked_for_go_once_another_device_has_begun_a_match(
    browser: Any, settings: Any, serve: Any
) -> None:
    app = create_app(replace(settings, source=None))
    with serve(app) as served:
        pages = [browser.new_page(locale="ja-JP", viewport={"width": 820, "height": 1180}) for _ in range(2)]
        for page in pages:
            page.goto(served.url)
            page.locator("dialog.wizard").wait_for()
        pages[0].keyboard.press("Escape")
        fill_start(pages[0])
        pages[1].locator("dialog").wait_for(state="detached")
        pages[1].locator(".seat").first.wait_for()
        # Who asks for them has them.
        pages[1].get_by_role("button", name="ほか").click()
        pages[1].get_by_role("button", name="卓を整える").click()
        pages[1].locator("dialog.wizard").wait_for()
        app.state.desk.add(app.state.desk.seq, [{"type": "deal_started.v1", "dealer": 0, "field": FIELD}])
        pages[1].get_by_text("大場", exact=True).wait_for()
        assert pages[1].locator("dialog.wizard").is_visible()
        for page in pages:
            page.close()
