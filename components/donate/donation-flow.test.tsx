import { cleanup, screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, it, vi } from "vitest";
import type { FundingRequest } from "@/lib/domain/requests/schema";
import { answers, isBusy, later, problem, REQUEST, router, show, t } from "@/tests/support/screen";
import { DonationFlow } from "./donation-flow";

/** What the page received about the request since it was opened. */
const received = vi.hoisted(() => ({ raised: null as number | null }));
vi.mock("@/components/shared/use-live", () => ({
  useLiveRequest: (request: FundingRequest) => ({
    request: received.raised === null ? request : { ...request, raised: received.raised },
    faces: null,
  }),
}));
vi.mock("@/lib/actions/donations", () => ({ donateByWalletAction: vi.fn() }));
vi.mock("./sandbox-form", () => ({
  SandboxForm: ({
    onPay,
    children,
  }: {
    onPay: (confirm: () => unknown, by: string) => void;
    children: ReactNode;
  }) => (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onPay(confirm, "card");
      }}
    >
      {children}
    </form>
  ),
}));
const confirm = vi.fn();

afterEach(() => {
  received.raised = null;
});

const SETUP = { publishableKey: "pk", sandbox: true, currency: "eur" };
const TERMS = { requestId: "r1", recipientId: "u2", currency: "eur" };
const RESERVED = { reservedUntil: "2026-11-26T12:03:00.000Z" };
const REACHED = { status: 409, body: problem("GOAL_REACHED", "The goal has been reached.") };
const INTENT = {
  clientSecret: "pi_1_secret_2",
  donationAmount: 2_500,
  serviceFee: 50,
  totalAmount: 2_550,
};

function open(id: string) {
  const request = { ...REQUEST, id, raised: 0 };
  const handlers = { stays: { current: false }, onClose: vi.fn(), onClosed: vi.fn() };
  return {
    ...show(<DonationFlow request={request} renderedAt={0} setup={SETUP} {...handlers} />),
    ...handlers,
  };
}
const press = (name: string | RegExp) => screen.findByRole("button", { name });

async function toCard({ user }: ReturnType<typeof open>) {
  await user.click(await press(/Small contribution/));
  await user.click(await press(/^Donate/));
  await user.click(await press(/Card or bank/));
}
const keys = (fetch: ReturnType<typeof answers>) =>
  fetch.mock.calls.flatMap(([path, { headers }]) =>
    path.includes("create-payment-intent") ? [(headers as Record<string, string>)["Idempotency-Key"]] : [],
  );

it("amount, method, card: the payment is prepared for the amount, and paying leads to the thanks", async () => {
  const fetch = answers({ body: TERMS }, { body: INTENT }, { body: RESERVED });
  confirm.mockResolvedValue({ state: "done" });
  const shown = open("r1");
  await toCard(shown);
  await shown.user.click(await press(/^Donate/));
  await waitFor(() => expect(router.replace).toHaveBeenCalledOnce());
  expect(router.replace.mock.calls[0]?.[0]).toMatch(/^\/payment-success\?payment_intent=pi_1&/);
  expect(fetch.mock.calls.map(([path]) => path)).toEqual([
    "/api/donations/validate",
    "/api/payments/stripe/create-payment-intent",
    "/api/donations/reserve",
  ]);
  expect(JSON.parse(String(fetch.mock.calls[1]?.[1].body))).toEqual({ ...TERMS, amount: "25.00" });
  expect(JSON.parse(String(fetch.mock.calls[2]?.[1].body))).toEqual({
    paymentIntentId: "pi_1",
    paidAt: "card",
  });
});

it("the button that pays keeps the focus while it is paid, and pays once", async () => {
  answers({ body: TERMS }, { body: INTENT }, { body: RESERVED });
  confirm.mockReturnValueOnce(later().promise);
  const shown = open("r14");
  await toCard(shown);
  const pay = await press(/^Donate/);
  await shown.user.click(pay);
  await waitFor(() => expect(confirm).toHaveBeenCalledOnce());
  expect([isBusy(/^Donate/), document.activeElement]).toEqual([true, pay]);
  await shown.user.click(pay);
  expect(confirm).toHaveBeenCalledOnce();
});

it("while somebody else is just paying nothing is confirmed: a countdown, and less can be given", async () => {
  const until = new Date(Date.now() + 150_000).toISOString();
  const busy = {
    status: 409,
    body: problem("BEING_PAID", "Somebody is just paying.", { until, remaining: 750 }),
  };
  const less = { ...INTENT, donationAmount: 750, serviceFee: 15, totalAmount: 765 };
  const fetch = answers({ body: TERMS }, { body: INTENT }, busy, { body: TERMS }, { body: less });
  const shown = open("r7");
  await toCard(shown);
  await shown.user.click(await press(/^Donate/));
  expect((await screen.findByRole("timer")).textContent).toMatch(/2:[0-3]\d/);
  expect(confirm).not.toHaveBeenCalled();
  await shown.user.click(await press(/Give €7.50 instead/));
  expect(await press(/^Donate €7.65/)).toBeDefined();
  expect(JSON.parse(String(fetch.mock.calls[4]?.[1].body))).toMatchObject({ amount: "7.50" });
});

it("when the place is free again, the form says so and the donor pays", async () => {
  const until = new Date(Date.now() - 1_000).toISOString();
  const busy = {
    status: 409,
    body: problem("BEING_PAID", "Somebody is just paying.", { until, remaining: 0 }),
  };
  answers({ body: TERMS }, { body: INTENT }, busy, { body: RESERVED });
  confirm.mockResolvedValue({ state: "done" });
  const shown = open("r8");
  await toCard(shown);
  await shown.user.click(await press(/^Donate/));
  expect(await screen.findByText(t("donate.busy.over"))).toBeDefined();
  await shown.user.click(await press(/^Donate/));
  await waitFor(() => expect(router.replace).toHaveBeenCalledOnce());
});

it("a goal that was reached meanwhile is not paid for, and the page is asked for again", async () => {
  answers({ body: TERMS }, { body: INTENT }, REACHED);
  const shown = open("r9");
  await toCard(shown);
  await shown.user.click(await press(/^Donate/));
  await waitFor(() => expect(router.refresh).toHaveBeenCalledOnce());
  expect(confirm).not.toHaveBeenCalled();
});

it("a form that is open when others reach the goal says so at once", async () => {
  answers({ body: TERMS }, { body: INTENT });
  const shown = open("r11");
  await toCard(shown);
  received.raised = 10_000;
  await shown.user.click(await press(t("donate.back")));
  expect(await screen.findByText(t("donate.goalTitle"))).toBeDefined();
  await shown.user.click(await press(t("donate.goalBack")));
  expect(shown.onClose).toHaveBeenCalledOnce();
});

it("who may have paid is not told that others were quicker, also after going back", async () => {
  answers({ body: TERMS }, { body: INTENT }, { body: RESERVED });
  confirm.mockImplementationOnce(async () => {
    received.raised = 10_000;
    return { state: "failed", failure: { message: "network" } };
  });
  const shown = open("r14");
  await toCard(shown);
  await shown.user.click(await press(/^Donate/));
  expect(await screen.findAllByText(t("cardErrors.texts.network"))).not.toHaveLength(0);
  expect(screen.queryByText(t("donate.goalTitle"))).toBeNull();
  expect(await press(/^Donate/)).toBeDefined();
  await shown.user.click(await press(t("donate.back")));
  expect(screen.queryByText(t("donate.goalTitle"))).toBeNull();
});

it("also in a dialog that was closed and opened again", async () => {
  answers({ body: TERMS }, { body: INTENT }, { body: RESERVED });
  confirm.mockResolvedValueOnce({ state: "failed", failure: { message: "network" } });
  const shown = open("r15");
  await toCard(shown);
  await shown.user.click(await press(/^Donate/));
  expect(await screen.findAllByText(t("cardErrors.texts.network"))).not.toHaveLength(0);
  cleanup();
  received.raised = 10_000;
  open("r15");
  expect(screen.queryByText(t("donate.goalTitle"))).toBeNull();
});

it.each([
  ["r16", "in the same dialog"],
  ["r17", "in another dialog"],
])("who may have paid is led to the outcome when the next try is refused (%s, %s)", async (id, where) => {
  answers({ body: TERMS }, { body: INTENT }, { body: RESERVED }, REACHED);
  confirm.mockResolvedValueOnce({ state: "failed", failure: { message: "network" } });
  const shown = open(id);
  await toCard(shown);
  await shown.user.click(await press(/^Donate/));
  expect(await screen.findAllByText(t("cardErrors.texts.network"))).not.toHaveLength(0);
  if (where === "in the same dialog") await shown.user.click(await press(/^Donate/));
  else {
    cleanup();
    await toCard(open(id));
  }
  await waitFor(() => expect(router.replace).toHaveBeenCalledOnce());
  expect(router.replace.mock.calls[0]?.[0]).toMatch(/^\/payment-success\?payment_intent=pi_1&/);
});

it("who has given is not led to that outcome when another donation is refused", async () => {
  answers({ body: TERMS }, { body: INTENT }, { body: RESERVED }, REACHED);
  confirm.mockResolvedValueOnce({ state: "done" });
  const shown = open("r18");
  await toCard(shown);
  await shown.user.click(await press(/^Donate/));
  await waitFor(() => expect(router.replace).toHaveBeenCalledOnce());
  cleanup();
  await toCard(open("r18"));
  await waitFor(() => expect(router.refresh).toHaveBeenCalledOnce());
  expect(router.replace).toHaveBeenCalledOnce();
});

it("without an answer about the place the donor pays all the same (D26)", async () => {
  answers({ body: TERMS }, { body: INTENT }, null);
  confirm.mockResolvedValue({ state: "done" });
  const shown = open("r10");
  await toCard(shown);
  await shown.user.click(await press(/^Donate/));
  await waitFor(() => expect(router.replace).toHaveBeenCalledOnce());
});

it("back from the card to the method and the amount, which is still there", async () => {
  answers({ body: TERMS }, { body: INTENT });
  const shown = open("r2");
  await toCard(shown);
  await shown.user.click(await press(t("donate.back")));
  await shown.user.click(await press(t("donate.back")));
  expect((screen.getByLabelText(t("donate.amount")) as HTMLInputElement).value).toBe("25.00");
});

it("a payment whose answer was lost is prepared again with the same key", async () => {
  const fetch = answers({ body: TERMS }, null, null, { body: TERMS }, { body: INTENT });
  const shown = open("r3");
  await toCard(shown);
  await shown.user.click(await press(t("donate.retry")));
  await press(/^Donate/);
  expect(keys(fetch)).toHaveLength(3);
  expect(new Set(keys(fetch)).size).toBe(1);
});

it("a refused one is another payment the next time, and the page is asked for again", async () => {
  const fetch = answers({ body: TERMS }, REACHED, { body: TERMS }, { body: INTENT });
  const shown = open("r4");
  await toCard(shown);
  await shown.user.click(await press(t("donate.retry")));
  expect(router.refresh).toHaveBeenCalledOnce();
  await press(/^Donate/);
  expect(new Set(keys(fetch)).size).toBe(2);
});

it("a payment that cannot be prepared is told in the dialog and a toast, never in a server's own words", async () => {
  const provider = t("errors.PROVIDER_UNAVAILABLE", { provider: "payment" });
  answers(
    { body: TERMS },
    { status: 502, body: "<h1>502 Bad Gateway</h1>" },
    { body: TERMS },
    { status: 429, body: { message: "Slow down, client" } },
    { body: TERMS },
    { status: 502, body: problem("PROVIDER_UNAVAILABLE", provider) },
  );
  const shown = open("r13");
  const told = (detail: string) => {
    const text = t("cardErrors.setup.detail", { text: t("cardErrors.setup.unable"), detail });
    return waitFor(() => expect(screen.getAllByText(text)).toHaveLength(2));
  };
  await toCard(shown);
  await told(t("errors.mobile.server"));
  await shown.user.click(await press(t("donate.retry")));
  await told(t("errors.mobile.unknown"));
  await shown.user.click(await press(t("donate.retry")));
  await told(provider);
  expect(document.body.textContent).not.toMatch(/502|Bad Gateway|<h1>|Slow down/);
});

it("a declined card says so and keeps the same payment", async () => {
  const fetch = answers({ body: TERMS }, { body: INTENT }, { body: RESERVED });
  confirm.mockResolvedValue({ state: "failed", failure: { code: "card_declined" } });
  const shown = open("r5");
  await toCard(shown);
  await shown.user.click(await press(/^Donate/));
  await waitFor(() => expect(screen.getAllByText(/declined/i).length).toBeGreaterThan(0));
  expect(await press(/^Donate/)).toBeDefined();
  expect(fetch).toHaveBeenCalledTimes(3);
  expect(router.replace).not.toHaveBeenCalled();
});

it("a payment that was closed meanwhile is prepared again, and the next try pays it", async () => {
  const again = { ...INTENT, clientSecret: "pi_2_secret_3" };
  const fetch = answers(
    { body: TERMS },
    { body: INTENT },
    { body: RESERVED },
    { body: TERMS },
    { body: again },
    { body: RESERVED },
  );
  confirm.mockResolvedValueOnce({ state: "ended" });
  confirm.mockResolvedValueOnce({ state: "done" });
  const shown = open("r12");
  await toCard(shown);
  await shown.user.click(await press(/^Donate/));
  expect(await screen.findByText(t("cardErrors.texts.ended"))).toBeDefined();
  expect(new Set(keys(fetch)).size).toBe(2);
  await shown.user.click(await press(/^Donate/));
  await waitFor(() => expect(router.replace).toHaveBeenCalledOnce());
  expect(router.replace.mock.calls[0]?.[0]).toMatch(/payment_intent=pi_2&/);
});

it("the wallet is announced where donations by it are off", async () => {
  const { user } = open("r6");
  await user.click(await press(/Small contribution/));
  await user.click(await press(/^Donate/));
  await user.click(await press(/PayPal/));
  expect(await screen.findByText(t("donate.walletSoon"))).toBeDefined();
});
