import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { answers, button, problem, ready, sent, show, t } from "@/tests/support/screen";
import { Unsubscribe } from "./unsubscribe";

const text = (name: "question" | "off" | "on" | "confirm" | "undo") => t(`unsubscribe.${name}`);

it("opening the page changes nothing; the button switches off, and on again as it was", async () => {
  const fetch = answers({ body: {} });
  const { user, findByText } = show(<Unsubscribe token="a/b" mail="daily" usual="weekly" />);
  expect(screen.getByText(text("question"))).toBeDefined();
  expect(fetch).not.toHaveBeenCalled();
  await user.click(button(text("confirm")));
  expect(await findByText(text("off"))).toBeDefined();
  await user.click(await ready(() => button(text("undo"))));
  expect(await findByText(text("on"))).toBeDefined();
  expect(fetch.mock.calls.map(([path, { method }]) => [method, path])).toEqual([
    ["POST", "/u/a%2Fb"],
    ["DELETE", "/u/a%2Fb"],
  ]);
  expect(sent(fetch)[1]).toEqual({ value: "daily" });
});

it("what was off already is switched on as usual", async () => {
  const fetch = answers({ body: {} });
  const { user, findByText } = show(<Unsubscribe token="tok" mail="off" usual="weekly" />);
  await user.click(button(text("undo")));
  expect(await findByText(text("on"))).toBeDefined();
  expect(sent(fetch)).toEqual([{ value: "weekly" }]);
});

it("what failed is said, and is still as it was", async () => {
  answers({ status: 429, body: problem("RATE_LIMITED", "Too many tries.") });
  const { user } = show(<Unsubscribe token="tok" mail="now" usual="now" />);
  await user.click(button(text("confirm")));
  expect((await screen.findByRole("alert")).textContent).toContain("Too many tries.");
  expect(screen.getByText(text("question"))).toBeDefined();
});
