import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { writePostAction } from "@/lib/actions/posts";
import {
  accepted,
  button,
  isBusy,
  noButton,
  openDialog,
  ready,
  refusal,
  show,
  t,
} from "@/tests/support/screen";
import { PostControls } from "./post-controls";

vi.mock("@/lib/actions/posts", () => ({ writePostAction: vi.fn() }));
const action = vi.mocked(writePostAction);
const post = (name: "thankAll" | "thanked" | "update" | "deliver") => t(`profile.requests.post.${name}`);
const PAID = { paidOutAt: new Date("2026-11-20"), deliveredAt: null };

it("everyone is thanked in one tap, once", async () => {
  action.mockResolvedValueOnce(refusal("RATE_LIMITED", "Too many tries."));
  action.mockResolvedValueOnce(accepted());
  const { user, findByText } = show(<PostControls requestId="r1" delivery={null} />);
  await user.click(button(post("thankAll")));
  expect(await findByText("Too many tries.")).toBeDefined();
  await user.click(await ready(() => button(post("thankAll"))));
  const thanked = await screen.findByRole<HTMLButtonElement>("button", { name: post("thanked") });
  // A disabled button would lose the focus.
  expect([isBusy(post("thanked")), thanked.disabled]).toEqual([true, false]);
  await user.click(thanked);
  expect(action).toHaveBeenCalledTimes(2);
  expect(action.mock.calls[1]?.[0]).toEqual({
    requestId: "r1",
    kind: "thanks",
    text: "",
    audience: "givers",
  });
});

it("what became of the money is asked once it arrived, and not again after that", () => {
  const { change } = show(<PostControls requestId="r1" delivery={null} />);
  expect(noButton(post("deliver"))).toBe(true);
  change(<PostControls requestId="r1" delivery={PAID} />);
  expect(button(post("deliver"))).toBeDefined();
  expect(screen.getByText(/^Your money arrived on/)).toBeDefined();
  change(<PostControls requestId="r1" delivery={{ ...PAID, deliveredAt: new Date("2026-11-21") }} />);
  expect(screen.queryByText(/^Your money arrived on/)).toBeNull();
});

it.each([
  ["update", "Post an update"],
  ["deliver", "What became of it?"],
] as const)("%s opens its own dialog", async (name, title) => {
  const { openBy } = show(<PostControls requestId="r1" delivery={PAID} />);
  await openBy(post(name));
  expect(openDialog()?.querySelector("h2")?.textContent).toBe(title);
});
