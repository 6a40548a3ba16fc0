import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { PageTitle } from "@/components/shell/page-title";
import { markAllReadAction, markReadAction } from "@/lib/actions/messages";
import type { ShownNotification } from "@/lib/domain/messages/schema";
import {
  accepted,
  answersLater,
  button,
  isBusy,
  noButton,
  ready,
  refusal,
  show,
  t,
} from "@/tests/support/screen";
import { MarkAllButton } from "./mark-buttons";
import { NotificationItem } from "./notification-item";

vi.mock("@/lib/actions/messages", () => ({
  markAllReadAction: vi.fn(),
  markReadAction: vi.fn(),
  thankAction: vi.fn(),
}));

const DONATION = {
  id: "n1",
  type: "donation",
  read: false,
  createdAt: "2026-11-20T10:00:00.000Z",
  reason: null,
  emoji: null,
  message: null,
  person: null,
  request: null,
  requestId: "r1",
  requestTitle: "A bicycle",
  requesterName: null,
  donorName: "mina",
  guestName: null,
  isPersonErased: false,
  amount: 2_500,
  progress: 25,
  post: null,
} as unknown as ShownNotification;
const item = (notification: Partial<ShownNotification> = {}) => (
  <NotificationItem
    notification={{ ...DONATION, ...notification }}
    money={(cents) => `€${cents / 100}`}
    now={Date.parse("2026-11-27T10:00:00.000Z")}
    itemEmoji="🚲"
  />
);
const link = (name: RegExp) => screen.getByRole("link", { name }).getAttribute("href");
const mark = /^Mark as read/;

it("a donation links its donor and its request; an unnamed donor has no link", () => {
  const { change } = show(item());
  expect(link(/@mina/)).toBe("/people/mina");
  expect(link(/donated €25/)).toBe("/?request=r1");
  change(item({ donorName: null }));
  expect(screen.queryByRole("link", { name: /Anonymous/ })).toBeNull();
  change(item({ donorName: null, guestName: "Sam" }));
  expect(screen.getByText(/^Sam/)).toBeDefined();
});

it("a request that is gone has no link", () => {
  show(item({ requestTitle: null }));
  expect(screen.getAllByRole("link")).toHaveLength(1);
});

it("thanks are offered for a donation, and not for one that went back", () => {
  const { change } = show(item());
  expect(screen.getByText(t("notifications.thanks.ask"))).toBeDefined();
  change(item({ reason: "requested" } as never));
  expect(screen.queryByText(t("notifications.thanks.ask"))).toBeNull();
  expect(screen.getByText(t("notifications.thanks.gone"))).toBeDefined();
});

it("one is marked as read by its id, once; a refusal is said", async () => {
  const answer = answersLater(vi.mocked(markReadAction));
  const { user, change, findByText } = show(item());
  await user.click(button(mark));
  await user.click(button(mark));
  expect(markReadAction).toHaveBeenCalledExactlyOnceWith({ id: "n1" });
  // A disabled button would lose the focus.
  expect([isBusy(mark), button(mark).disabled]).toEqual([true, false]);
  answer.resolve(refusal("RATE_LIMITED", "Too many tries."));
  expect(await findByText("Too many tries.")).toBeDefined();
  await ready(() => button(mark));
  change(item({ read: true }));
  expect(noButton(mark)).toBe(true);
});

it("what was marked gives the focus to its own item, and is the next stop no more", async () => {
  const answer = answersLater(vi.mocked(markReadAction));
  const list = (read: boolean) => (
    <ul>
      <li>{item({ id: "n0", read: true })}</li>
      <li>{item({ read })}</li>
    </ul>
  );
  const { user, change } = show(list(false));
  await user.click(button(mark));
  change(list(true));
  answer.resolve(accepted());
  await waitFor(() => expect(document.activeElement).toBe(screen.getAllByRole("listitem")[1]));
  await user.tab();
  expect(document.activeElement?.textContent).toBe("@mina");
  expect(screen.getAllByRole("listitem")[1]?.hasAttribute("tabindex")).toBe(false);
});

it("all are marked at once, and the page's title gets the focus", async () => {
  const answer = answersLater(vi.mocked(markAllReadAction));
  const page = (unread: boolean) => (
    <PageTitle title="Notifications">{unread && <MarkAllButton />}</PageTitle>
  );
  const { user, change } = show(page(true));
  await user.click(button(t("notifications.markAllRead")));
  expect(markAllReadAction).toHaveBeenCalledOnce();
  change(page(false));
  answer.resolve(accepted());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("heading")));
});
