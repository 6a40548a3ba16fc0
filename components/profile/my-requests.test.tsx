import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { applyBoostAction } from "@/lib/actions/boosts";
import { chooseCompletionEmojiAction, deleteRequestAction } from "@/lib/actions/requests";
import {
  accepted,
  answers,
  answersLater,
  button,
  dialogCloses,
  noButton,
  openDialog,
  problem,
  REQUEST,
  ready,
  refusal,
  show,
  t,
} from "@/tests/support/screen";
import { MyRequests } from "./my-requests";

vi.mock("@/lib/actions/boosts", () => ({ applyBoostAction: vi.fn(), purchaseBoostsAction: vi.fn() }));
vi.mock("@/lib/actions/posts", () => ({ writePostAction: vi.fn() }));
vi.mock("@/lib/actions/requests", () => ({
  changeGivingAction: vi.fn(),
  chooseCompletionEmojiAction: vi.fn(),
  deleteRequestAction: vi.fn(),
  editRequestAction: vi.fn(),
}));
const remove = vi.mocked(deleteRequestAction);
const apply = vi.mocked(applyBoostAction);

const OTHER = { ...REQUEST, id: "r2", item: "A lamp", raised: 0, givers: 0 };
const list = (items = [REQUEST, OTHER], next: string | null = null) => (
  <MyRequests
    first={{ items, next }}
    active={items.length}
    limit={2}
    boosts={{ normal: 1, premium: 0 }}
    tier="none"
    deliveries={{}}
    renderedAt={0}
  />
);
const bin = (item: string) => t("profile.requests.deleteItem", { item });
const confirm = () => button(t("profile.requests.delete.confirm"));

it("a request is deleted after a question that says what was given; the focus goes to the list", async () => {
  remove.mockResolvedValue(accepted());
  const { user, openBy } = show(list());
  await openBy(bin("A bicycle"));
  expect(openDialog()?.textContent).toContain("€20.00");
  expect(remove).not.toHaveBeenCalled();
  await user.click(await ready(confirm));
  await dialogCloses();
  expect(remove).toHaveBeenCalledExactlyOnceWith({ id: "r1" });
  expect(noButton(bin("A bicycle"))).toBe(true);
  await waitFor(() => expect(document.activeElement?.id).toBe("requests"));
});

it("one that was not deleted stays in the list and in the question; one that is gone leaves it", async () => {
  remove.mockResolvedValueOnce(refusal("INTERNAL", "No."));
  remove.mockResolvedValueOnce(refusal("NOT_FOUND", "Gone."));
  const { user, openBy, findByText } = show(list());
  await openBy(bin("A lamp"));
  expect(openDialog()?.textContent).not.toContain("€");
  await user.click(await ready(confirm));
  expect(await findByText(t("toasts.deleteFailed.title"))).toBeDefined();
  expect(openDialog()).not.toBeNull();
  await user.click(await ready(confirm));
  await dialogCloses();
  expect(noButton(bin("A lamp"))).toBe(true);
});

it("without the last one the list says so, and leads to asking", async () => {
  remove.mockResolvedValue(accepted());
  const { user, openBy } = show(list([OTHER]));
  await openBy(bin("A lamp"));
  await user.click(await ready(confirm));
  await dialogCloses();
  expect(screen.getByText(t("profile.requests.empty"))).toBeDefined();
  expect(screen.getByRole("link", { name: t("profile.requests.create") })).toBeDefined();
});

it("a boost is spent after a question, and the request takes no second one", async () => {
  apply.mockResolvedValue(
    accepted({ ...OTHER, appliedBoostType: "normal", boostAppliedAt: new Date().toISOString() }),
  );
  const { user, openBy, findByText } = show(list([OTHER]));
  const boost = t("boosts.apply.buttonOf.normal", { item: "A lamp" });
  await openBy(boost);
  await user.click(await ready(() => button(t("common.cancel"))));
  await dialogCloses();
  expect(apply).not.toHaveBeenCalled();
  await openBy(boost);
  await user.click(await ready(() => button(t("boosts.apply.confirm"))));
  expect(await findByText(t("toasts.boostApplied.title"))).toBeDefined();
  expect(apply.mock.calls[0]?.[0]).toEqual({ requestId: "r2", boostType: "normal" });
  expect(noButton(boost)).toBe(true);
});

it("another way to celebrate is shown at once, and taken back where it is refused", async () => {
  const done = { ...REQUEST, raised: 10_000, isCompleted: true, completionEmoji: "🎉" };
  const answer = answersLater(vi.mocked(chooseCompletionEmojiAction));
  const { user } = show(list([done]));
  const badge = () => screen.getByText(t("profile.requests.status.completed"));
  await user.click(button(t("profile.requests.emoji.change", { item: "A bicycle" })));
  await user.click(await screen.findByRole("button", { name: "🥳" }));
  expect(chooseCompletionEmojiAction).toHaveBeenCalledExactlyOnceWith({ id: "r1", emoji: "🥳" });
  expect(badge().textContent).toContain("🥳");
  answer.resolve(refusal("INTERNAL", "No."));
  await waitFor(() => expect(badge().textContent).toContain("🎉"));
});

it("the link by which guests give is revoked by its own call; a failure is said", async () => {
  const fetch = answers({ body: {} }, { status: 429, body: problem("RATE_LIMITED", "Too many tries.") });
  const { user, findByText } = show(list([REQUEST]));
  const revoke = t("profile.requests.giftLink.revokeItem", { item: "A bicycle" });
  await user.click(button(revoke));
  expect(await findByText(t("profile.requests.giftLink.revoked"))).toBeDefined();
  expect(fetch.mock.calls[0]?.[0]).toBe("/api/requests/r1/gift-link");
  expect(fetch.mock.calls[0]?.[1].method).toBe("DELETE");
  await user.click(await ready(() => button(revoke)));
  expect(await findByText("Too many tries.")).toBeDefined();
});

it("more follow once; what comes twice is listed once", async () => {
  const more = vi.fn(async () => Response.json([OTHER, { ...OTHER, id: "r3", item: "A bed" }]));
  vi.stubGlobal("fetch", more);
  const { user } = show(list([REQUEST, OTHER], "/api/requests?page=2"));
  expect(screen.getByText(t("profile.requests.limitReached", { limit: 2 }))).toBeDefined();
  await user.click(button(t("feed.loadMore")));
  expect(await screen.findByRole("link", { name: "A bed" })).toBeDefined();
  expect(screen.getAllByRole("link", { name: "A lamp" })).toHaveLength(1);
  expect(noButton(t("feed.loadMore"))).toBe(true);
});
