import { act, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { answers, button, live, noButton, REQUEST, ready, show, t } from "@/tests/support/screen";
import { RequestDetail } from "./request-detail";

vi.mock("@/lib/actions/donations", () => ({ hideNoteAction: vi.fn() }));
vi.mock("@/lib/actions/posts", () => ({ deletePostAction: vi.fn(), editPostAction: vi.fn() }));

const STORY = {
  givers: [{ username: "mina", avatar: "🦊", profileImageUrl: null }],
  messages: [],
  posts: [],
  saved: true,
  gifts: 1,
  steps: [{ kind: "first_gift", at: "2026-11-21T10:00:00.000Z" }],
};

function open({ request = REQUEST, viewerId = "u1" } = {}) {
  const onDonate = vi.fn();
  const fetch = answers({ body: STORY });
  const detail = (
    <RequestDetail
      request={request}
      viewerId={viewerId}
      renderedAt={0}
      onDonate={onDonate}
      onClose={vi.fn()}
      onClosed={vi.fn()}
    />
  );
  return { ...show(detail), onDonate, fetch };
}
const donate = () => button(`${t("request.detail.donateNow")}: A bicycle`);
/** What a page received of a request stays for its tests: each has a request of its own. */
async function moves(id: string, raised: number) {
  await screen.findByRole("link", { name: "@mina" });
  await act(async () =>
    live.receive("request", { id, raised, givers: 2, isCompleted: raised === 10_000, faces: [] }, Date.now()),
  );
}

it("a live donation is announced politely, and the next donation starts from it", async () => {
  const { user, onDonate } = open();
  await moves("r1", 7_500);
  const said = t("request.detail.moved", { raised: "€75.00", goal: "€100.00" });
  await waitFor(() => expect(screen.getByText(said).getAttribute("role")).toBe("status"));
  await user.click(await ready(donate));
  expect(onDonate.mock.calls[0]?.[0]).toMatchObject({ id: "r1", raised: 7_500 });
});

it("once the goal is reached, nothing can be given, which a press says", async () => {
  const { user, onDonate, findByText } = open({ request: { ...REQUEST, id: "r5" } });
  await moves("r5", 10_000);
  await user.click(donate());
  expect(await findByText(t("feed.goalReachedText"))).toBeDefined();
  expect(onDonate).not.toHaveBeenCalled();
});

it("whether it is saved is known with its story", async () => {
  open({ request: { ...REQUEST, id: "r6" } });
  const save = button(t("request.detail.save"));
  expect(save.disabled).toBe(true);
  await waitFor(() => expect(save.getAttribute("aria-pressed")).toBe("true"));
});

it("the owner can neither give to it nor report it", () => {
  open({ request: { ...REQUEST, id: "r7" }, viewerId: "u2" });
  expect(noButton(/Donate now/)).toBe(true);
  expect(screen.queryByRole("link", { name: t("safety.report.link") })).toBeNull();
});
