import { act, cleanup, configure, render, screen, waitFor } from "@testing-library/react";
import userEvent, { PointerEventsCheckLevel } from "@testing-library/user-event";
import { createTranslator, NextIntlClientProvider } from "next-intl";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, vi } from "vitest";
import type { Greetings } from "@/components/auth/greeting";
import type { LiveStream, Receive } from "@/components/shared/live-stream";
import { type Platform, PlatformProvider } from "@/components/shared/platform";
// Fetched with the first toast otherwise.
import "@/components/ui/toast-card";
import { clearToast } from "@/components/ui/toast-store";
import { Toaster } from "@/components/ui/toaster";
import type { FundingRequest } from "@/lib/domain/requests/schema";
import type { ErrorCode } from "@/lib/ground/errors";
import { LOCALES } from "@/lib/ground/i18n/languages";
import type { Problem } from "@/lib/web/problem";
import messages from "@/messages/en.json";

/** The router of the components that are tested, and the path and the query of their page. */
export const router = { push: vi.fn(), replace: vi.fn(), refresh: vi.fn(), prefetch: vi.fn(), back: vi.fn() };
export const place = { path: "/", query: "" };

vi.mock("next/navigation", () => ({
  useRouter: () => router,
  usePathname: () => place.path,
  useSearchParams: () => new URLSearchParams(place.query),
}));

/** What the page receives live, once something listens. */
export const live: { receive: Receive } = { receive: () => undefined };
vi.mock("@/components/shared/live-stream", () => ({
  createLiveStream: (receive: Receive): LiveStream => {
    live.receive = receive;
    return { want: () => undefined, leave: () => undefined };
  },
}));

/** The texts of a screen, in English. */
export const t = createTranslator({ locale: "en", messages });

const PLATFORM: Platform = {
  appName: "Steuntje",
  appUrl: "https://steuntje.example",
  currency: "eur",
  sandbox: true,
  providers: ["stripe", "paypal"],
  walletDonations: false,
};

// A busy machine is waited for.
configure({ asyncUtilTimeout: 30_000 });

beforeEach(() => {
  Object.assign(place, { path: "/", query: "" });
});
afterEach(async () => {
  // React holds back every later change of the process while a transition has no end: one failure would be many.
  await act(async () => {
    for (const settle of open.splice(0)) settle();
  });
  cleanup();
  act(clearToast);
  // Not `resetAllMocks`, which would empty the functions of the router.
  vi.clearAllMocks();
  vi.useRealTimers();
});

/** The mock of `location.assign`, by which a component loads another page. */
export const leave = vi.spyOn(window.location, "assign").mockImplementation(() => undefined);

/** What is on the screen, by its role and its text. */
export const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>("button", { name });
export const noButton = (name: string | RegExp) => screen.queryByRole("button", { name }) === null;
export const field = (label: string | RegExp) =>
  screen.getByLabelText(label, { selector: "input, textarea, select" }) as HTMLInputElement;
export const isBusy = (name: string | RegExp) => button(name).getAttribute("aria-disabled") === "true";
/** A button once it can be pressed: what was pressed before may still be under way. */
export const ready = (find: () => HTMLElement) =>
  waitFor(() => {
    const found = find();
    expect(found.matches(":disabled, [aria-disabled=true]")).toBe(false);
    return found;
  });
/** The dialog that is open; null without one. */
export const openDialog = () => document.querySelector<HTMLElement>("[role=dialog], [role=alertdialog]");
/** Waits for a dialog, whose code is fetched when it opens, or for its end. */
export const dialogOpens = () => waitFor(() => expect(openDialog()).not.toBeNull());
export const dialogCloses = () => waitFor(() => expect(openDialog()).toBeNull());

/** What greets who logs in. */
export const GREETINGS = Object.fromEntries(
  LOCALES.map((locale) => [locale, { title: `Logged in (${locale})`, description: "", offer: "" }]),
) as Greetings;

/** A request that lacks 80 euros. */
export const REQUEST: FundingRequest = {
  id: "r1",
  userId: "u2",
  item: "A bicycle",
  itemEmoji: "🚲",
  description: "To get to work",
  category: null,
  placeId: null,
  town: null,
  place: null,
  goal: 10_000,
  raised: 2_000,
  givers: 1,
  beingPaid: 0,
  isActive: true,
  isCompleted: false,
  completionEmoji: null,
  completedAt: null,
  createdAt: "2026-11-20T10:00:00.000Z",
  priorityLevel: 0,
  photoUrl: null,
  appliedBoostType: null,
  boostAppliedAt: null,
  canBePaidOut: true,
  isGivingPaused: false,
  givingChoice: null,
  givingOff: null,
  user: {
    username: "daan",
    name: "Daan",
    avatar: "😊",
    profileImageUrl: null,
    isPremium: false,
    totalGiven: 0,
    subscriptionTier: "none",
    delivered: { of: 0, done: 0 },
  },
};

const around = (inner: ReactNode, platform: Partial<Platform> = {}) => (
  <NextIntlClientProvider locale="en" timeZone="UTC" messages={messages}>
    <PlatformProvider value={{ ...PLATFORM, ...platform }}>
      {inner}
      <Toaster />
    </PlatformProvider>
  </NextIntlClientProvider>
);

/** What the server sends of it. */
export const html = (ui: ReactNode) => renderToString(around(ui));

/** Shows what the server sends of it, and what a person did with that (`early`), before React takes the page over. */
export async function hydrated(ui: ReactNode, early: (page: HTMLElement) => void) {
  const container = document.body.appendChild(document.createElement("div"));
  container.innerHTML = html(ui);
  early(container);
  await act(async () => render(around(ui), { container, hydrate: true }));
  return userEvent.setup({ delay: null });
}

/**
 * Renders a component as a page would, with texts, settings and toasts. `change` renders another in its place.
 * `user` does not wait between two keys; what it does waits by the clock, so with fake timers use `fireEvent`.
 * `openBy` presses the button that opens a dialog, and waits for it.
 */
export function show(ui: ReactNode, platform: Partial<Platform> = {}) {
  const { rerender, container, findByText } = render(around(ui, platform));
  // Radix lets the pointer into a dialog a moment after it opens, which a busy machine shows.
  const user = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never });
  return {
    container,
    findByText,
    user,
    openBy: async (name: string | RegExp) => {
      await user.click(await ready(() => button(name)));
      await dialogOpens();
    },
    change: (next: ReactNode) => rerender(around(next, platform)),
  };
}

/** An accepting answer, typed as that of any action. */
export const accepted = (data: unknown = null) => ({ ok: true, data }) as never;

/** What a server action answers when it refuses. */
export function refusal(code: ErrorCode, message: string, rest: Partial<Problem> = {}) {
  return { ok: false as const, code, message, ...rest };
}

/** The body of an error of the API. */
export function problem(code: ErrorCode, text: string, rest: Partial<Problem> = {}): Problem {
  return { code, error: text, message: text, ...rest };
}

/** The bodies of the calls of the API. */
export const sent = (fetch: ReturnType<typeof answers>) =>
  fetch.mock.calls.map(([, { body }]) => (body === undefined ? null : JSON.parse(String(body))));

/** Answers the calls of the API in turn, the last for good; an answer of null is a lost connection. */
export function answers(...turns: ({ status?: number; body: unknown } | null)[]) {
  const fetch = vi.fn(async (_path: string, _init: RequestInit) => {
    const turn = turns.length > 1 ? turns.shift() : turns[0];
    if (!turn) throw new TypeError("Failed to fetch");
    return Response.json(turn.body, { status: turn.status ?? 200 });
  });
  vi.stubGlobal("fetch", fetch);
  return fetch;
}

/** Ends what a test left unanswered. */
const open: (() => void)[] = [];

/** A promise that the test settles, for what a server answers later. */
export function later<T>() {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  open.push(() => resolve(refusal("INTERNAL", "The test ended") as T));
  return { promise, resolve };
}

/** The next call of a mock is answered when the test says so. */
export function answersLater<T>(call: { mockReturnValueOnce: (answer: Promise<T>) => unknown }) {
  const answer = later<T>();
  call.mockReturnValueOnce(answer.promise);
  return answer;
}
