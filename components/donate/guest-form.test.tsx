import { act, cleanup, screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, it, onTestFinished, vi } from "vitest";
import { setClock } from "@/lib/ground/clock";
import { HOUR } from "@/lib/ground/durations";
import { MIN_DONATION } from "@/lib/ground/money";
import {
  answers,
  button,
  field,
  hydrated,
  isBusy,
  leave,
  live,
  noButton,
  problem,
  sent,
  show,
  t,
} from "@/tests/support/screen";
import { GuestForm } from "./guest-form";

const confirm = vi.hoisted(() => vi.fn());
vi.mock("./sandbox-form", () => ({
  SandboxForm: ({
    onPay,
    children,
  }: {
    onPay: (confirm: unknown, by: string) => void;
    children: ReactNode;
  }) => (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onPay(confirm, "bank");
      }}
    >
      {children}
    </form>
  ),
}));
vi.mock("./solve", () => ({ solve: async (text: string) => `solved ${text}` }));

const INTENT = {
  clientSecret: "pi_1_secret_2",
  donationAmount: 500,
  serviceFee: 10,
  totalAmount: 510,
  receiptUrl: "https://steuntje.example/r/receipt-token",
};

let opened = 0;
function form(id?: string, isOpenEnded = false) {
  opened += 1;
  return (
    <GuestForm
      request={{ id: id ?? `own${opened}`, item: "A bicycle", goal: 10_000, raised: 2_000 }}
      renderedAt={0}
      isOpenEnded={isOpenEnded}
      token="gift-token"
      amounts={[500, 1_000, 2_500]}
      first={500}
      setup={{ publishableKey: "pk", sandbox: true, currency: "eur" }}
    />
  );
}
const open = (...of: Parameters<typeof form>) => show(form(...of));
const amount = () => field(t("donate.amount"));
const email = () => field(t("give.email"));
const on = () => screen.getByRole("button", { name: /^(Continue|Choose)/ });

it("three taps: the address, which leads to the form, and paying to the receipt", async () => {
  confirm.mockResolvedValue({ state: "done" });
  const fetch = answers({ body: INTENT }, { body: {} });
  const { user } = open();
  await user.click(button("€10.00"));
  expect(amount().value).toBe("10.00");
  // No keyboard covers the page.
  expect(document.activeElement).toBe(button("€10.00"));
  await user.type(email(), "guest@example.org");
  await user.click(button(t("give.on", { amount: "€10.20" })));
  await user.click(await screen.findByRole("button", { name: /^Donate/ }));
  await waitFor(() => expect(leave).toHaveBeenCalledExactlyOnceWith(INTENT.receiptUrl));
  const [start, reserve] = sent(fetch);
  expect(start).toEqual({
    token: "gift-token",
    amount: "10.00",
    email: "guest@example.org",
    anonymous: true,
  });
  expect(reserve).toEqual({ paymentIntentId: "pi_1", paidAt: "bank", receiptToken: "receipt-token" });
});

const LOST = { state: "failed", failure: { message: "network" } };
const inEuros = (cents: number) => (cents / 100).toFixed(2);

it.each([
  [inEuros(MIN_DONATION - 1), t("donate.tooSmall", { amount: `€${inEuros(MIN_DONATION)}` })],
  ["1.234", t("donate.decimals")],
  ["x", t("common.amountLike", { problem: t("donate.invalid"), example: "150.00" })],
])("%s is refused in words and prepares nothing", async (typed, sentence) => {
  const fetch = answers({ body: INTENT });
  const { user } = open();
  await user.clear(amount());
  await user.type(amount(), typed);
  await user.type(email(), "guest@example.org{Enter}");
  expect(document.activeElement).toBe(amount());
  expect(amount().getAttribute("aria-invalid")).toBe("true");
  expect(screen.getByText(sentence)).toBeDefined();
  expect(fetch).not.toHaveBeenCalled();
});

it("the currency may be typed", async () => {
  const { user } = open();
  await user.clear(amount());
  await user.type(amount(), "20 euro");
  expect(button(t("give.on", { amount: "€20.40" }))).toBeDefined();
});

it("going on brings the payment into view and reads it from its top", async () => {
  const scrolled = vi.spyOn(Element.prototype, "scrollIntoView");
  onTestFinished(() => scrolled.mockRestore());
  answers({ body: INTENT });
  const { user } = open();
  await user.type(email(), "guest@example.org");
  await user.click(on());
  const step = await screen.findByRole("heading", { name: t("donate.cardTitle") });
  expect(document.activeElement).toBe(step);
  expect(scrolled.mock.contexts).toEqual([step]);
});

const raises = (id: string, raised: number) =>
  act(async () =>
    live.receive("request", { id, raised, givers: 2, isCompleted: raised === 10_000, faces: [] }, Date.now()),
  );
const reaches = (id: string) => raises(id, 10_000);

it("an amount above the rest becomes the rest, and says so until another is typed", async () => {
  const { user } = open();
  await user.clear(amount());
  await user.type(amount(), "90");
  expect(amount().value).toBe("80.00");
  expect(screen.getByText(t("donate.clamped")).closest("[aria-live=polite]")).not.toBeNull();
  await user.clear(amount());
  await user.type(amount(), "12");
  expect(screen.queryByText(t("donate.clamped"))).toBeNull();
});

it("when others give meanwhile the amount becomes the rest, and more is not offered", async () => {
  const { user } = open("g12");
  await user.click(button("€25.00"));
  await raises("g12", 9_000);
  expect(amount().value).toBe("10.00");
  expect(screen.getByText(t("donate.clamped"))).toBeDefined();
  expect(button("€10.00").getAttribute("aria-pressed")).toBe("true");
  expect(noButton("€25.00")).toBe(true);
});

it("an amount whose payment is prepared stays as it is", async () => {
  answers({ body: { ...INTENT, donationAmount: 2_500, serviceFee: 50, totalAmount: 2_550 } }, { body: {} });
  confirm.mockResolvedValueOnce(LOST);
  const { user } = open("g13");
  await user.click(button("€25.00"));
  await user.type(email(), "guest@example.org");
  await user.click(on());
  await screen.findByRole("button", { name: /^Donate/ });
  await raises("g13", 9_000);
  await user.click(button(/^Donate/));
  await waitFor(() => expect(isBusy(/^Donate/)).toBe(false));
  await user.click(button(t("donate.back")));
  expect(amount().value).toBe("25.00");
});

it("a form that is open when others reach the goal says so at once, also with the payment prepared", async () => {
  answers({ body: INTENT });
  const { user } = open("g2");
  await user.type(email(), "guest@example.org");
  await user.click(on());
  await screen.findByRole("button", { name: /^Donate/ });
  await reaches("g2");
  expect(screen.getByRole("heading", { name: t("donate.goalTitle") })).toBeDefined();
  expect(screen.getByText(t("donate.goalText", { item: "A bicycle" }))).toBeDefined();
  expect(screen.queryByRole("button", { name: /^Donate/ })).toBeNull();
});

it("a request that goes on beyond its goal is given to after it, and a payment under way is not stopped", async () => {
  open("g3", true);
  await reaches("g3");
  expect(on()).toBeDefined();
  cleanup();
  confirm.mockReturnValueOnce(new Promise(() => undefined));
  answers({ body: INTENT }, { body: {} });
  const { user } = open("g4");
  await user.type(email(), "guest@example.org");
  await user.click(on());
  await user.click(await screen.findByRole("button", { name: /^Donate/ }));
  await reaches("g4");
  expect(screen.queryByText(t("donate.goalTitle"))).toBeNull();
});

it("without an address nothing is prepared, and it gets the focus", async () => {
  const fetch = answers({ body: INTENT });
  const { user } = open();
  await user.click(on());
  expect(screen.getByText(t("give.emailMissing"))).toBeDefined();
  expect(document.activeElement).toBe(email());
  expect(fetch).not.toHaveBeenCalled();
});

it("an address that was taken is not refused after going back", async () => {
  answers({ body: INTENT });
  const { user } = open();
  await user.click(on());
  expect(screen.getByText(t("give.emailMissing"))).toBeDefined();
  await user.type(email(), "guest@example.org");
  expect(screen.queryByText(t("give.emailMissing"))).toBeNull();
  await user.click(on());
  await user.click(await screen.findByRole("button", { name: t("donate.back") }));
  expect(email().value).toBe("guest@example.org");
  expect(screen.queryByText(t("give.emailMissing"))).toBeNull();
});

it("a name and a message go only where the guest writes them", async () => {
  const fetch = answers({ body: INTENT });
  const { user } = open();
  await user.type(email(), "guest@example.org");
  expect(screen.queryByLabelText(t("give.name"))).toBeNull();
  await user.click(screen.getByLabelText(t("give.named")));
  await user.type(field(t("give.name")), "Mina");
  await user.click(button(t("donate.note.add")));
  await user.type(field(t("donate.note.label")), "Good luck!");
  await user.click(on());
  await waitFor(() => expect(fetch).toHaveBeenCalled());
  expect(sent(fetch)[0]).toMatchObject({
    anonymous: false,
    name: "Mina",
    message: "Good luck!",
    messageShown: false,
  });
});

it("a refusal is said above the button, and what was typed stays", async () => {
  answers({ status: 429, body: problem("RATE_LIMITED", "Too many tries.") });
  const { user } = open();
  await user.type(email(), "guest@example.org");
  await user.click(on());
  expect((await screen.findByRole("alert")).textContent).toContain("Too many tries.");
  expect(email().value).toBe("guest@example.org");
});

it("where cards are being tried on the link, the browser works first", async () => {
  const challenge = problem("WORK_REQUIRED", "Work", { challenge: "puzzle" });
  const fetch = answers({ status: 428, body: challenge }, { body: INTENT });
  const { user } = open();
  await user.type(email(), "guest@example.org");
  await user.click(on());
  await screen.findByRole("button", { name: /^Donate/ });
  expect(sent(fetch).map(({ proof }) => proof)).toEqual([undefined, "solved puzzle"]);
});

it("a payment whose outcome is unknown is the same one after going back, and ends on its receipt", async () => {
  const more = { ...INTENT, clientSecret: "pi_2_secret_2" };
  const fetch = answers({ body: INTENT }, { body: {} }, { body: {} }, { body: more });
  confirm.mockResolvedValueOnce({ state: "failed", failure: {} });
  const { user, findByText } = open();
  await user.type(email(), "guest@example.org");
  await user.click(on());
  await user.click(await screen.findByRole("button", { name: /^Donate/ }));
  await findByText(t("cardErrors.titles.failed"));
  await user.click(button(t("donate.back")));
  await user.click(on());
  confirm.mockResolvedValueOnce({ state: "done" });
  await user.click(await screen.findByRole("button", { name: /^Donate/ }));
  await waitFor(() => expect(leave).toHaveBeenCalledOnce());
  expect(fetch.mock.calls.map(([path]) => path)).toEqual([
    "/api/gifts/start",
    "/api/donations/reserve",
    "/api/donations/reserve",
  ]);
});

/** Opens the payment and pays, which ends with an outcome. */
async function paid(id: string, outcome: object, ...next: Parameters<typeof answers>) {
  confirm.mockResolvedValueOnce(outcome);
  const fetch = answers({ body: INTENT }, { body: {} }, ...next, { body: INTENT });
  const { user } = open(id);
  await user.type(email(), "guest@example.org");
  await user.click(on());
  await user.click(await screen.findByRole("button", { name: /^Donate/ }));
  await waitFor(() => expect(isBusy(/^Donate/)).toBe(false));
  return { user, fetch };
}

it("who may have paid is not told that others were quicker, and pays on to the receipt", async () => {
  const { user } = await paid("g5", LOST);
  await reaches("g5");
  expect(screen.queryByText(t("donate.goalTitle"))).toBeNull();
  confirm.mockResolvedValueOnce({ state: "done" });
  await user.click(button(/^Donate/));
  await waitFor(() => expect(leave).toHaveBeenCalledExactlyOnceWith(INTENT.receiptUrl));
});

it("also after going back, from where the same payment is continued", async () => {
  const { user, fetch } = await paid("g6", LOST);
  await user.click(button(t("donate.back")));
  await reaches("g6");
  expect(screen.queryByText(t("donate.goalTitle"))).toBeNull();
  await user.click(on());
  expect(await screen.findByRole("button", { name: /^Donate/ })).toBeDefined();
  expect(fetch.mock.calls.filter(([path]) => path === "/api/gifts/start")).toHaveLength(1);
});

it.each([
  ["g7", "the bank", Promise.resolve({ state: "redirect", url: "https://bank.example" })],
  // The provider's library leaves the page itself, without an answer.
  ["g16", "a page that the provider opened", new Promise(() => undefined)],
  ["g17", "the receipt", Promise.resolve({ state: "done" })],
])(
  "also when the browser's button leads back (%s, from %s), and the button is free",
  async (id, _, outcome) => {
    confirm.mockReturnValueOnce(outcome);
    answers({ body: INTENT }, { body: {} });
    const { user } = open(id);
    await user.type(email(), "guest@example.org");
    await user.click(on());
    await user.click(await screen.findByRole("button", { name: /^Donate/ }));
    await waitFor(() => expect(confirm).toHaveBeenCalledOnce());
    await waitFor(() => expect(isBusy(/^Donate/)).toBe(true));
    act(() => void window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true })));
    await reaches(id);
    expect(screen.queryByText(t("donate.goalTitle"))).toBeNull();
    expect(isBusy(/^Donate/)).toBe(false);
  },
);

const REACHED = { status: 409, body: problem("GOAL_REACHED", "The goal has been reached.") };

it("also when the goal was reached before the next try, which leads to the receipt", async () => {
  const { user } = await paid("g14", LOST, REACHED);
  await user.click(button(/^Donate/));
  await waitFor(() => expect(leave).toHaveBeenCalledExactlyOnceWith(INTENT.receiptUrl));
  expect(confirm).toHaveBeenCalledOnce();
});

it("also when another amount is refused after going back, from where the browser's button leads to the form", async () => {
  const { user } = await paid("g15", LOST, REACHED);
  await user.click(button(t("donate.back")));
  await user.click(button("€10.00"));
  await user.click(on());
  await waitFor(() => expect(leave).toHaveBeenCalledExactlyOnceWith(INTENT.receiptUrl));
  act(() => void window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true })));
  expect(on().matches(":disabled, [aria-disabled=true]")).toBe(false);
});

it.each([
  ["g8", { code: "card_declined" }],
  ["g9", { type: "validation_error", message: "Your card number is incomplete." }],
])("who has certainly not paid is told that others were quicker (%s)", async (id, failure) => {
  await paid(id, { state: "failed", failure });
  await reaches(id);
  expect(screen.getByText(t("donate.goalTitle"))).toBeDefined();
});

it("a card number that is incomplete after a lost answer leaves the outcome unknown", async () => {
  const { user } = await paid("g10", LOST);
  confirm.mockResolvedValueOnce({ state: "failed", failure: { type: "validation_error" } });
  await user.click(button(/^Donate/));
  await waitFor(() => expect(isBusy(/^Donate/)).toBe(false));
  await reaches("g10");
  expect(screen.queryByText(t("donate.goalTitle"))).toBeNull();
});

it("a payment that was begun many hours ago is not continued: it ends after a day", async () => {
  onTestFinished(() => setClock());
  const { user, fetch } = await paid("g11", LOST);
  const begins = async (hours: number) => {
    setClock(() => new Date(Date.now() + hours * HOUR));
    await user.click(button(t("donate.back")));
    await user.click(on());
    await screen.findByRole("button", { name: /^Donate/ });
    return fetch.mock.calls.filter(([path]) => path === "/api/gifts/start").length;
  };
  expect(await begins(11)).toBe(1);
  expect(await begins(13)).toBe(2);
});

it("another amount, and the next one after a payment that ended, begins another payment", async () => {
  const fetch = answers({ body: INTENT });
  const starts = () => fetch.mock.calls.filter(([path]) => path === "/api/gifts/start").length;
  confirm.mockResolvedValueOnce({ state: "ended" });
  const { user } = open();
  await user.type(email(), "guest@example.org");
  await user.click(on());
  await user.click(await screen.findByRole("button", { name: /^Donate/ }));
  await waitFor(() => expect(starts()).toBe(2));
  await user.click(await screen.findByRole("button", { name: t("donate.back") }));
  await user.click(button("€10.00"));
  await user.click(on());
  await screen.findByRole("button", { name: /^Donate/ });
  expect(starts()).toBe(3);
});

it("what was typed or filled in before the page was interactive stays and is sent", async () => {
  const fetch = answers({ body: INTENT });
  const user = await hydrated(form(), () => {
    amount().value = "20.00";
    email().value = "guest@example.org";
    field(t("give.named")).checked = true;
  });
  await user.type(field(t("give.name")), "Mina");
  await user.click(on());
  await waitFor(() => expect(fetch).toHaveBeenCalled());
  expect(sent(fetch)[0]).toMatchObject({
    amount: "20.00",
    email: "guest@example.org",
    anonymous: false,
    name: "Mina",
  });
});

it("going back, or a payment that is not begun, gives the focus to the button that goes on", async () => {
  answers({ body: INTENT }, { status: 503, body: problem("STOPPED", "Nothing can be given now.") });
  const { user } = open();
  expect(document.activeElement).toBe(document.body);
  await user.type(email(), "guest@example.org");
  await user.click(on());
  await user.click(await screen.findByRole("button", { name: t("donate.back") }));
  expect(document.activeElement).toBe(on());
  await user.click(button("€10.00"));
  await user.click(on());
  await screen.findByRole("alert");
  expect(document.activeElement).toBe(on());
});

it("who gives less than the place that others took reads the payment from its top again", async () => {
  const until = new Date(Date.now() + 150_000).toISOString();
  const busy = problem("BEING_PAID", "Somebody is just paying.", { until, remaining: 750 });
  answers(
    { body: INTENT },
    { status: 409, body: busy },
    { body: { ...INTENT, clientSecret: "pi_2_secret_2" } },
  );
  const { user } = open();
  await user.type(email(), "guest@example.org");
  await user.click(on());
  await user.click(await screen.findByRole("button", { name: /^Donate/ }));
  await user.click(await screen.findByRole("button", { name: /Give €7.50 instead/ }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("heading")));
  await screen.findByRole("button", { name: /^Donate/ });
});

it("a goal that others reach takes the form away, and its sentence has the focus", async () => {
  const { user } = open("g18");
  await user.click(email());
  await reaches("g18");
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: t("donate.goalTitle") }));
});

it("a goal that others reach leaves the place of somebody who reads elsewhere", async () => {
  const { user } = open("g19");
  await user.click(email());
  await user.click(document.body);
  await reaches("g19");
  expect(screen.getByRole("heading", { name: t("donate.goalTitle") })).toBeDefined();
  expect(document.activeElement).toBe(document.body);
});

it("says what is wrong with a name that was refused", async () => {
  const name = t("errors.fields.nameReserved");
  answers({
    status: 400,
    body: { ...problem("VALIDATION_ERROR", t("errors.VALIDATION_ERROR")), fields: { name } },
  });
  const { user } = open();
  await user.type(email(), "guest@example.org");
  await user.click(screen.getByLabelText(t("give.named")));
  await user.type(field(t("give.name")), "Steuntje Support");
  await user.click(on());
  expect((await screen.findByRole("alert")).textContent).toContain(name);
});
