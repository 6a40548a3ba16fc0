import { act, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { FundingRequest } from "@/lib/domain/requests/schema";
import { setClock } from "@/lib/ground/clock";
import { answers, button, isBusy, later, live, noButton, REQUEST, show, t } from "@/tests/support/screen";
import { OwnRequest } from "./own-request";

vi.mock("@/lib/actions/donations", () => ({ hideNoteAction: vi.fn() }));
vi.mock("@/lib/actions/posts", () => ({
  deletePostAction: vi.fn(),
  editPostAction: vi.fn(),
  writePostAction: vi.fn(),
}));
vi.mock("@/lib/actions/requests", () => ({
  changeGivingAction: vi.fn(),
  chooseCompletionEmojiAction: vi.fn(),
  editRequestAction: vi.fn(),
}));

const own = (changes: Partial<FundingRequest> = {}, handlers = { onBoost: vi.fn(), onDelete: vi.fn() }) => (
  <OwnRequest
    request={{ ...REQUEST, ...changes }}
    boosts={{ normal: 1, premium: 1 }}
    delivery={null}
    renderedAt={0}
    {...handlers}
  />
);
const revoke = t("profile.requests.giftLink.revokeItem", { item: "A bicycle" });
const change = t("profile.requests.emoji.change", { item: "A bicycle" });
const boost = (type: "normal" | "premium") => t(`boosts.apply.buttonOf.${type}`, { item: "A bicycle" });

it("a boost and the deletion are asked for with the button that was pressed", async () => {
  const handlers = { onBoost: vi.fn(), onDelete: vi.fn() };
  const { user } = show(own({}, handlers));
  await user.click(button(boost("premium")));
  expect(handlers.onBoost).toHaveBeenCalledExactlyOnceWith("premium", button(boost("premium")));
  const remove = button(t("profile.requests.deleteItem", { item: "A bicycle" }));
  await user.click(remove);
  expect(handlers.onDelete).toHaveBeenCalledExactlyOnceWith(remove);
});

it.each([
  ["2026-11-20T10:00:00.000Z", "running"],
  ["2026-11-24T10:00:00.000Z", "over"],
] as const)("at %s its boost is %s", (at, state) => {
  setClock(() => new Date(at));
  show(own({ appliedBoostType: "normal", boostAppliedAt: "2026-11-20T09:00:00.000Z" }));
  const said = { running: /Normal boost until/, over: /Normal boost, ended/ };
  expect(screen.getByText(said[state])).toBeDefined();
  expect(noButton(boost("normal"))).toBe(true);
});

it.each(["paused", "closed", "payee", "decision"] as const)(
  "no boost is offered while nothing can be given: %s",
  (givingOff) => {
    show(own({ givingOff }));
    expect(noButton(boost("normal"))).toBe(true);
  },
);

it("a goal reached meanwhile is shown, with ways to celebrate; its link is no longer revoked", async () => {
  show(own({ id: "own-1" }));
  expect(noButton(change)).toBe(true);
  expect(button(revoke)).toBeDefined();
  const moved = { id: "own-1", raised: 10_000, givers: 2, isCompleted: true, faces: [] };
  await act(async () => live.receive("request", moved, Date.now()));
  expect(screen.getByText(t("profile.requests.status.completed"))).toBeDefined();
  expect(screen.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("100");
  expect(button(change)).toBeDefined();
  expect(noButton(revoke)).toBe(true);
  // What may have the focus does not disappear.
  expect(button(boost("normal"))).toBeDefined();
});

it("its link is revoked by one call, however often it is pressed", async () => {
  const answer = later<Response>();
  const fetch = vi.fn(() => answer.promise);
  vi.stubGlobal("fetch", fetch);
  const { user, findByText } = show(own());
  await user.click(button(revoke));
  expect(isBusy(revoke)).toBe(true);
  await user.click(button(revoke));
  expect(fetch).toHaveBeenCalledOnce();
  answer.resolve(Response.json({}));
  expect(await findByText(t("profile.requests.giftLink.another"))).toBeDefined();
});

it("its story is read when it is first unfolded, and not again", async () => {
  const fetch = answers({ body: { givers: [], messages: [], posts: [], saved: false, gifts: 1, steps: [] } });
  const { user } = show(own());
  const fold = screen.getByText(t("request.story.title"));
  await act(async () => void (await vi.dynamicImportSettled()));
  expect(screen.queryByText(t("request.story.steps.asked"))).toBeNull();
  expect(fetch).not.toHaveBeenCalled();
  await user.click(fold);
  await waitFor(() => expect(fetch.mock.calls[0]?.[0]).toBe("/api/requests/r1/story"));
  await user.click(fold);
  await user.click(fold);
  expect(fetch).toHaveBeenCalledOnce();
});

it("donors are thanked only once there are any; that giving is paused is said", async () => {
  const { change: next } = show(own({ givers: 0, givingOff: "paused" }));
  expect(screen.getByText(t("request.payout.off.paused"))).toBeDefined();
  expect(noButton(t("profile.requests.post.thankAll"))).toBe(true);
  next(own());
  expect(await screen.findByRole("button", { name: t("profile.requests.post.thankAll") })).toBeDefined();
});
