import { waitFor } from "@testing-library/react";
import { createContext, useContext } from "react";
import { expect, it, vi } from "vitest";
import { TabPending } from "@/components/shell/tab-pending";
import { answers, button, isBusy, problem, router, sent, show, t } from "@/tests/support/screen";
import { NearHere } from "./near-here";

/** Whether a filter was pressed, which only the router of Next.js knows. */
const Pressed = createContext(false);
vi.mock("next/link", () => ({
  default: () => null,
  useLinkStatus: () => ({ pending: useContext(Pressed) }),
}));

const here = t("find.here");
type Found = (position: { coords: { latitude: number; longitude: number } }) => void;
const browser = (locate: (found: Found, failed: (error: unknown) => void) => void) =>
  vi.spyOn(navigator, "geolocation", "get").mockReturnValue({ getCurrentPosition: locate } as never);
const at = (latitude: number, longitude: number) =>
  browser((found) => found({ coords: { latitude, longitude } }));

it("sends a position to about a kilometre, and finds what is near beside what else is asked", async () => {
  at(51.054_321, 3.717_424);
  const fetch = answers({ body: { id: 7, name: "Gent", country: "BE" } });
  const { user } = show(<NearHere query="q=lamp&category=home" />);
  await user.click(button(here));
  await waitFor(() => expect(router.push).toHaveBeenCalledExactlyOnceWith("/?q=lamp&category=home&near=7"));
  expect(sent(fetch)).toEqual([{ latitude: 51.05, longitude: 3.72 }]);
});

it("a browser that does not say where it is sends nothing, and is asked once at a time", async () => {
  let refuse: (error: unknown) => void = () => undefined;
  const locate = vi.fn((_: Found, failed: (error: unknown) => void) => {
    refuse = failed;
  });
  browser(locate);
  const fetch = answers({ body: {} });
  const { user, findByText } = show(<NearHere query="" />);
  await user.click(button(here));
  expect(isBusy(here)).toBe(true);
  await user.click(button(here));
  expect(locate).toHaveBeenCalledOnce();
  refuse({ code: 1 });
  expect(await findByText(t("find.noPosition"))).toBeDefined();
  expect(fetch).not.toHaveBeenCalled();
  await waitFor(() => expect(isBusy(here)).toBe(false));
});

it.each([
  [404, "NOT_FOUND", t("find.noTown")],
  [429, "RATE_LIMITED", "Too many tries."],
] as const)("an answer of %i says why", async (status, code, said) => {
  at(51, 3);
  answers({ status, body: problem(code, "Too many tries.") });
  const { user, findByText } = show(<NearHere query="" />);
  await user.click(button(here));
  expect(await findByText(said)).toBeDefined();
  expect(router.push).not.toHaveBeenCalled();
});

it("who left the feed while the browser looked is not led back to it", async () => {
  let find: Found = () => undefined;
  browser((found) => {
    find = found;
  });
  const fetch = answers({ body: { id: 7, name: "Gent", country: "BE" } });
  const { user, change } = show(<NearHere query="" />);
  await user.click(button(here));
  change(null);
  find({ coords: { latitude: 51, longitude: 3 } });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(fetch).not.toHaveBeenCalled();
  expect(router.push).not.toHaveBeenCalled();
});

it("a filter that is pressed beside it and still loads is awaited, and stays chosen", async () => {
  at(51, 3);
  const fetch = answers({ body: { id: 7, name: "Gent", country: "BE" } });
  const page = (query: string, isPressed = false) => (
    <>
      <Pressed value={isPressed}>
        <TabPending href="/?q=lamp&category=home" />
      </Pressed>
      <NearHere query={query} />
    </>
  );
  const { user, change } = show(page("q=lamp"));
  change(page("q=lamp", true));
  await user.click(button(here));
  await waitFor(() => expect(fetch).toHaveBeenCalledOnce());
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect([router.push.mock.calls, isBusy(here)]).toEqual([[], true]);
  change(page("q=lamp&category=home"));
  await waitFor(() => expect(router.push).toHaveBeenCalledExactlyOnceWith("/?q=lamp&category=home&near=7"));
  expect(isBusy(here)).toBe(false);
});
