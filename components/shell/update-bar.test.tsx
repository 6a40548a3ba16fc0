import { act, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { button, noButton, show, t } from "@/tests/support/screen";
import { OUTDATED, UpdateBar } from "./update-bar";

const update = vi.fn(async () => undefined);
const register = vi.fn(async (_path: string, _options: object) => ({ update }));
const reload = vi.spyOn(window.location, "reload").mockImplementation(() => undefined);
let workers: EventTarget;

beforeEach(() => {
  workers = Object.assign(new EventTarget(), { register });
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { serviceWorker: workers }));
});

async function open() {
  const shown = show(<UpdateBar version="1" />);
  await act(async () => undefined);
  return shown;
}
const serve = (version: string) =>
  act(() => void workers.dispatchEvent(new MessageEvent("message", { data: { version } })));
const text = () => screen.queryByText(t("install.update.text"));
const reloading = () => button(t("install.update.reload"));

/** The person returns to the page so many hours after it was opened. */
function comeBack(hours: number) {
  const event = new Event("visibilitychange");
  Object.defineProperty(event, "timeStamp", { value: hours * 3_600_000 });
  document.dispatchEvent(event);
}

it("a new build is announced; the page is loaded again only when the person wants it", async () => {
  const { user } = await open();
  const bar = screen.getAllByRole("status").find(({ textContent }) => textContent === "");
  serve("2");
  expect(bar?.contains(text())).toBe(true);
  expect(reload).not.toHaveBeenCalled();
  await user.click(reloading());
  expect(reload).toHaveBeenCalledOnce();
});

it("a build whose code is gone offers the new one, also without a service worker", async () => {
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { serviceWorker: undefined }));
  await open();
  act(() => void window.dispatchEvent(new Event(OUTDATED)));
  expect(text()).not.toBeNull();
});

it("the build of the page itself is not announced", async () => {
  await open();
  serve("1");
  expect(text()).toBeNull();
});

it("who does not want it now is offered the next one", async () => {
  const { user } = await open();
  serve("2");
  await user.click(button(t("install.update.later")));
  expect(text()).toBeNull();
  expect(noButton(t("install.update.reload"))).toBe(true);
  expect(reload).not.toHaveBeenCalled();
  serve("3");
  expect(text()).not.toBeNull();
});

it("who comes back asks for a newer build, at most once an hour", async () => {
  await open();
  expect(register).toHaveBeenCalledExactlyOnceWith("/sw.js", { updateViaCache: "none" });
  comeBack(0.5);
  expect(update).not.toHaveBeenCalled();
  comeBack(2);
  comeBack(2.5);
  expect(update).toHaveBeenCalledOnce();
  comeBack(3);
  expect(update).toHaveBeenCalledTimes(2);
});

it("a browser without service workers shows the page, and its language is kept for the offline page", async () => {
  localStorage.clear();
  vi.stubGlobal("navigator", { userAgent: "" });
  await open();
  expect(text()).toBeNull();
  expect(localStorage.getItem("language")).toBe("en");
});
