import { act, cleanup, configure, render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createTranslator, NextIntlClientProvider } from "next-intl";
import type { ReactNode } from "react";
import { afterEach, beforeEach, vi } from "vitest";
import { type Platform, PlatformProvider } from "@/components/shared/platform";
// Fetched with the first toast otherwise.
import "@/components/ui/toast-card";
import { clearToast } from "@/components/ui/toast-store";
import { Toaster } from "@/components/ui/toaster";
import type { ErrorCode } from "@/lib/ground/errors";
import type { Problem } from "@/lib/web/problem";
import messages from "@/messages/en.json";

/** The router of the components that are tested, and the path of their page. */
export const router = { push: vi.fn(), replace: vi.fn(), refresh: vi.fn(), prefetch: vi.fn(), back: vi.fn() };
export const place = { path: "/" };

vi.mock("next/navigation", () => ({
  useRouter: () => router,
  usePathname: () => place.path,
  useSearchParams: () => new URLSearchParams(),
}));

/** The texts of a screen, in English. */
export const t = createTranslator({ locale: "en", messages });

const PLATFORM: Platform = {
  appName: "Steuntje",
  currency: "eur",
  sandbox: true,
  providers: ["stripe", "paypal"],
  walletDonations: false,
};

// A busy machine is waited for.
configure({ asyncUtilTimeout: 5_000 });

beforeEach(() => {
  place.path = "/";
});
afterEach(() => {
  cleanup();
  act(clearToast);
  vi.clearAllMocks();
  vi.useRealTimers();
});

/**
 * Renders a component as a page would, with texts, settings and toasts. `change` renders another in its place.
 * `user` waits by the clock, so with fake timers use `fireEvent`.
 */
export function show(ui: ReactNode, platform: Partial<Platform> = {}) {
  const around = (inner: ReactNode) => (
    <NextIntlClientProvider locale="en" timeZone="UTC" messages={messages}>
      <PlatformProvider value={{ ...PLATFORM, ...platform }}>
        {inner}
        <Toaster />
      </PlatformProvider>
    </NextIntlClientProvider>
  );
  const { rerender, container } = render(around(ui));
  return {
    container,
    user: userEvent.setup(),
    change: (next: ReactNode) => rerender(around(next)),
  };
}

/** What a server action answers when it refuses. */
export function refusal(code: ErrorCode, message: string, rest: Partial<Problem> = {}) {
  return { ok: false as const, code, message, ...rest };
}

/** The body of an error of the API. */
export function problem(code: ErrorCode, text: string, rest: Partial<Problem> = {}): Problem {
  return { code, error: text, message: text, ...rest };
}

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

/** A promise that the test settles, for what a server answers later. */
export function later<T>() {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
