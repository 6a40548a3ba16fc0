import { act, screen, waitFor, within } from "@testing-library/react";
import type { ComponentProps } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { storeRaisedBefore } from "@/components/shared/raised-before";
import type { FundingRequest } from "@/lib/domain/requests/schema";
import {
  answers,
  button,
  dialogOpens,
  html,
  isBusy,
  later,
  live,
  noButton,
  openDialog,
  place,
  REQUEST,
  show,
  t,
} from "@/tests/support/screen";
import { Feed } from "./feed";

vi.mock("@/lib/actions/donations", () => ({ donateByWalletAction: vi.fn(), hideNoteAction: vi.fn() }));
vi.mock("@/lib/actions/posts", () => ({ deletePostAction: vi.fn(), editPostAction: vi.fn() }));

const NEW = { ...REQUEST, raised: 0, givers: 0 };
const LAMP: FundingRequest = { ...NEW, id: "r2", item: "A lamp" };
type Pages = { items?: FundingRequest[]; next?: string | null };

function feed(
  { items = [NEW, LAMP], next = null }: Pages = {},
  rest: Partial<ComponentProps<typeof Feed>> = {},
) {
  return (
    <Feed
      first={JSON.stringify({ items, next })}
      linked={null}
      returnedTo={null}
      viewerId="u1"
      setup={null}
      renderedAt={0}
      isPhone={false}
      empty={<p>Nothing yet</p>}
      {...rest}
    />
  );
}
const address = () => window.location.pathname + window.location.search;
const goTo = (path: string) => {
  window.history.replaceState(null, "", path);
  place.query = path.slice(2);
};
const titles = () => screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
beforeEach(() => goTo("/"));
afterEach(() => vi.unstubAllGlobals());

it("a press on a request gives it an address beside what is looked for; closing goes back to its title", async () => {
  answers(null);
  const back = vi.spyOn(window.history, "back").mockImplementation(() => goTo("/?q=lamp"));
  goTo("/?q=lamp");
  const { user, change } = show(feed());
  await user.click(button("A lamp"));
  expect(address()).toBe("/?q=lamp&request=r2");
  goTo(address());
  change(feed());
  await waitFor(() => expect(openDialog()?.textContent).toContain("A lamp"));
  await user.keyboard("{Escape}");
  expect(back).toHaveBeenCalledOnce();
  change(feed());
  await waitFor(() => expect(document.activeElement).toBe(button("A lamp")));
});

it("a request that was left and is returned to by the forward button has its own entry still", async () => {
  answers(null);
  const back = vi.spyOn(window.history, "back").mockImplementation(() => undefined);
  const { user, change } = show(feed());
  await user.click(button("A lamp"));
  for (const path of ["/", "/?request=r2"]) {
    goTo(path);
    await act(async () => void window.dispatchEvent(new PopStateEvent("popstate")));
    change(feed());
  }
  await waitFor(() => expect(openDialog()?.textContent).toContain("A lamp"));
  await user.keyboard("{Escape}");
  expect(back).toHaveBeenCalledOnce();
  expect(address()).toBe("/?request=r2");
});

it("a request that the page was opened with need not be in the list, and is closed in place", async () => {
  answers(null);
  const back = vi.spyOn(window.history, "back");
  goTo("/?request=r9");
  const { user } = show(feed({}, { linked: { ...NEW, id: "r9", item: "A bed" } }));
  await waitFor(() => expect(openDialog()?.textContent).toContain("A bed"));
  await user.keyboard("{Escape}");
  expect(address()).toBe("/");
  expect(back).not.toHaveBeenCalled();
});

it("a request that is gone is said, and its address with it", async () => {
  goTo("/?request=r9");
  const { findByText } = show(feed());
  expect(await findByText(t("feed.goneTitle"))).toBeDefined();
  expect(address()).toBe("/");
  expect(openDialog()).toBeNull();
});

it("after a donation its card comes first and has the focus, and its bar moves from where it was", async () => {
  answers({ body: {} });
  const animate = vi.fn();
  Object.assign(Element.prototype, { animate });
  storeRaisedBefore("r9", 1_000);
  goTo("/?gave=r9");
  show(feed({}, { linked: { ...REQUEST, id: "r9", item: "A bed" }, returnedTo: "r9" }));
  await waitFor(() => expect(document.activeElement).toBe(button("A bed")));
  Reflect.deleteProperty(Element.prototype, "animate");
  expect(titles()).toEqual(["A bed", "A bicycle", "A lamp"]);
  expect(animate.mock.calls[0]?.[0]).toEqual([{ width: "10%" }, { width: "20%" }]);
  expect(address()).toBe("/");
});

it("the server draws the cards that fill the screen, the browser the others", async () => {
  const items = Array.from({ length: 6 }, (_, n) => ({ ...NEW, id: `r${n}` }));
  const cards = (page: string) => page.split('id="request-').length - 1;
  expect(cards(html(feed({ items }, { isPhone: true })))).toBe(2);
  expect(cards(html(feed({ items })))).toBe(4);
  show(feed({ items }, { isPhone: true }));
  await waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(6));
});

it("faces are asked of those with donors only, and again once one has more", async () => {
  const fetch = answers({ body: { r1: [{ username: "mina", avatar: "🦊", profileImageUrl: null }] } });
  const asked = () => fetch.mock.calls.map(([path]) => path);
  const { change } = show(feed({ items: [REQUEST, LAMP] }));
  expect(await screen.findByText("🦊")).toBeDefined();
  change(feed({ items: [REQUEST, { ...LAMP, raised: 500 }] }));
  expect(asked()).toEqual(["/api/requests/faces?ids=r1"]);
  await act(async () => change(feed({ items: [REQUEST, { ...LAMP, givers: 1 }] })));
  expect(asked()).toEqual(["/api/requests/faces?ids=r1", "/api/requests/faces?ids=r2"]);
  expect(screen.getByText("🦊")).toBeDefined();
});

it("a card moves with what is given and returned, and what has the focus keeps it", async () => {
  answers({ body: {} });
  show(feed({ items: [{ ...NEW, id: "feed-1" }] }));
  const card = within(screen.getByRole("listitem"));
  const donate = card.getByRole("button", { name: /Donate/ });
  const bar = () => card.getByRole("progressbar").getAttribute("aria-valuenow");
  const receive = (raised: number, givers: number) =>
    act(async () =>
      live.receive(
        "request",
        { id: "feed-1", raised, givers, isCompleted: raised === NEW.goal, faces: [] },
        Date.now() + raised,
      ),
    );
  donate.focus();
  await receive(NEW.goal, 1);
  expect(bar()).toBe("100");
  expect(card.getByText(t("feed.goalReached"))).toBeDefined();
  expect(donate.getAttribute("aria-disabled")).toBe("true");
  await receive(0, 0);
  expect(bar()).toBe("0");
  expect(card.queryByText(t("feed.goalReached"))).toBeNull();
  expect(donate.getAttribute("aria-disabled")).not.toBe("true");
  expect(document.activeElement).toBe(donate);
});

it("more are asked for once; what comes twice is listed once, and a failure can be tried again", async () => {
  const page = later<Response>();
  const fetch = vi.fn((_path: string) => page.promise);
  fetch.mockResolvedValueOnce(Response.json({ error: "Busy", code: "INTERNAL" }, { status: 500 }));
  vi.stubGlobal("fetch", fetch);
  const { user, findByText } = show(feed({ next: "/api/requests?page=2" }));
  await user.click(button(t("feed.loadMore")));
  expect(await findByText(t("feed.loadFailed"))).toBeDefined();
  await user.click(button(t("feed.loadMore")));
  expect(isBusy(t("feed.loadingMore"))).toBe(true);
  await user.click(button(t("feed.loadingMore")));
  expect(fetch.mock.calls).toHaveLength(2);
  page.resolve(Response.json([LAMP, { ...LAMP, id: "r3", item: "A bed" }]));
  expect(await screen.findByRole("button", { name: "A bed" })).toBeDefined();
  expect(titles()).toEqual(["A bicycle", "A lamp", "A bed"]);
  expect(noButton(t("feed.loadMore"))).toBe(true);
});

it("a newer first page leaves no gap before what was loaded, and no older figure there", async () => {
  const [bed, chair] = [
    { ...LAMP, id: "r3", item: "A bed" },
    { ...LAMP, id: "r4", item: "A chair" },
  ];
  answers({ body: [bed] }, { body: {} });
  const { user, change } = show(feed({ next: "/api/requests?page=2" }, { renderedAt: 1_000 }));
  await user.click(button(t("feed.loadMore")));
  await screen.findByRole("button", { name: "A bed" });
  const moved = { id: "r3", raised: NEW.goal, givers: 1, isCompleted: true, faces: [] };
  await act(async () => live.receive("request", moved, 5_000));
  await act(async () => change(feed({ items: [chair, NEW] }, { renderedAt: 60_000 })));
  expect(titles()).toEqual(["A chair", "A bicycle", "A lamp", "A bed"]);
  const bars = screen.getAllByRole("progressbar").map((bar) => bar.getAttribute("aria-valuenow"));
  expect(bars).toEqual(["0", "0", "0", "100"]);
});

it("an open donation form has the figures of a feed that is read again", async () => {
  answers({ body: {} });
  const { user, change } = show(feed({ items: [NEW] }, { renderedAt: 1_000 }));
  await user.click(screen.getByRole("button", { name: /Donate/ }));
  await dialogOpens();
  const reached = { ...NEW, raised: NEW.goal, givers: 1, isCompleted: true, completionEmoji: "🎉" };
  await act(async () => change(feed({ items: [reached] }, { renderedAt: 60_000 })));
  expect(openDialog()?.textContent).toContain(t("donate.goalTitle"));
});

it("the owner shares the gift link of a request also from its card once its goal is reached", async () => {
  const fetch = answers({ body: { url: "https://steuntje.example/g/gift" } });
  const reached = { ...NEW, raised: NEW.goal, isCompleted: true, completionEmoji: "🎉" };
  const { openBy } = show(feed({ items: [reached] }, { viewerId: REQUEST.userId }));
  await openBy(/^Goal reached 🎉/);
  expect(fetch.mock.calls.map(([path]) => path)).toContain(`/api/requests/${REQUEST.id}/gift-link`);
});

it("an empty feed shows what the page has for it", () => {
  show(feed({ items: [] }));
  expect(screen.getByText("Nothing yet")).toBeDefined();
  expect(screen.queryByRole("list")).toBeNull();
});
