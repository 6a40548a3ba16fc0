import { act, screen } from "@testing-library/react";
import { startTransition } from "react";
import { expect, it, onTestFinished, vi } from "vitest";
import type { GiftMeter } from "@/lib/domain/gift-meter/schema";
import {
  answers,
  answersLater,
  button,
  field,
  later,
  problem,
  ready,
  router,
  sent,
  show,
  t,
} from "@/tests/support/screen";
import { GiftMeterCard } from "./gift-meter";

const METER: GiftMeter = {
  on: true,
  year: 2026,
  limit: 150_000,
  limitIsOwn: false,
  received: 30_000,
  elsewhere: [{ date: "2026-02-03", amount: 5_000, note: "Aunt" }],
  unreadable: false,
  left: 115_000,
  byMonth: [35_000, ...Array<number>(11).fill(0)],
  givers: [],
};
const open = (meter: Partial<GiftMeter> = {}, leftToAsk: number | null = null) =>
  show(<GiftMeterCard meter={{ ...METER, ...meter }} leftToAsk={leftToAsk} />);

it("is off until somebody starts it", async () => {
  const fetch = answers({ body: {} });
  const { user } = open({ on: false });
  await user.click(button(t("giftMeter.start")));
  expect(fetch.mock.calls[0]?.[0]).toBe("/api/gift-meter");
  expect(sent(fetch)).toEqual([{ on: true }]);
  expect(router.refresh).toHaveBeenCalledOnce();
});

it("says what is left, and warns where the open requests would pass the limit", () => {
  open({}, -2_500);
  expect(screen.getByText(t("giftMeter.left", { amount: "€1,150.00" }))).toBeDefined();
  expect(screen.getByText(t("giftMeter.openPasses", { amount: "€25.00" }))).toBeDefined();
});

it("says by how much the limit was passed, and no more than that", () => {
  open({ left: -1_000 }, -2_500);
  expect(screen.getByText(t("giftMeter.passed", { amount: "€10.00" }))).toBeDefined();
  expect(screen.queryByText(/may pass the limit/)).toBeNull();
});

it("shows a limit of one's own as it is typed", () => {
  open({ limit: 123_450, limitIsOwn: true });
  expect(field(t("giftMeter.limit")).value).toBe("1234.50");
});

it("a day that was written is that day also west of Greenwich", () => {
  const { resolvedOptions } = Intl.DateTimeFormat.prototype;
  const west = vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions");
  onTestFinished(() => west.mockRestore());
  west.mockImplementation(function (this: Intl.DateTimeFormat) {
    return { ...resolvedOptions.call(this), timeZone: "America/New_York" };
  });
  const { container } = open();
  expect(container.querySelector("li time")?.textContent).toBe("Feb 03, 2026");
});

it("an amount from elsewhere is added to the others by its day, and one is removed alone", async () => {
  const fetch = answers({ body: {} });
  const page = later<void>();
  router.refresh.mockImplementationOnce(() => startTransition(() => page.promise));
  const { user, change } = open();
  await user.click(screen.getByText(t("giftMeter.elsewhere", { count: 1 })));
  await user.type(field(t("giftMeter.date")), "2026-01-15");
  await user.type(field(t("giftMeter.amount")), "12.50");
  await user.type(field(t("giftMeter.note")), " Neighbour ");
  await user.click(button(t("giftMeter.add")));
  const remove = () => button(t("giftMeter.remove", { amount: "€50.00" }));
  // The list on the page is still without the other one, and would replace both.
  await user.click(remove());
  const added = { date: "2026-01-15", amount: 1_250, note: "Neighbour" };
  const elsewhere = [added, ...METER.elsewhere];
  expect(sent(fetch)).toEqual([{ on: true, elsewhere }]);
  change(<GiftMeterCard meter={{ ...METER, elsewhere }} leftToAsk={null} />);
  await act(async () => page.resolve());
  await user.click(remove());
  expect(sent(fetch)[1]).toEqual({ on: true, elsewhere: [added] });
  expect(field(t("giftMeter.amount")).value).toBe("");
});

it("what is typed while an amount is being added stays", async () => {
  const fetch = answers({ body: {} });
  const answer = answersLater(fetch);
  const { user } = open();
  await user.click(screen.getByText(t("giftMeter.elsewhere", { count: 1 })));
  await user.type(field(t("giftMeter.date")), "2026-01-15");
  await user.type(field(t("giftMeter.amount")), "12.50{Enter}");
  await user.clear(field(t("giftMeter.amount")));
  await user.type(field(t("giftMeter.amount")), "20");
  answer.resolve(Response.json({}));
  await ready(() => button(t("giftMeter.add")));
  expect(field(t("giftMeter.amount")).value).toBe("20");
});

it("what could not be saved stays typed", async () => {
  answers({ status: 400, body: problem("VALIDATION_ERROR", "Too many amounts.") });
  const { user, findByText } = open();
  await user.click(screen.getByText(t("giftMeter.elsewhere", { count: 1 })));
  await user.type(field(t("giftMeter.date")), "2026-01-15");
  await user.type(field(t("giftMeter.amount")), "12.50{Enter}");
  expect(await findByText("Too many amounts.")).toBeDefined();
  expect(field(t("giftMeter.amount")).value).toBe("12.50");
});

const noAmount = { problem: t("errors.fields.amountInvalid"), example: "150.00" };
it.each([
  ["1.200", t("errors.fields.amountDecimals")],
  ["0", t("common.amountLike", noAmount)],
  ["x", t("common.amountLike", noAmount)],
])("an amount of %s is refused in words at its field, which gets the focus", async (typed, sentence) => {
  const fetch = answers({ body: {} });
  const { user } = open();
  await user.type(field(t("giftMeter.date")), "2026-01-15");
  for (const control of [field(t("giftMeter.amount")), field(t("giftMeter.limit"))]) {
    await user.type(control, `${typed}{Enter}`);
    expect(control.getAttribute("aria-invalid")).toBe("true");
    expect(document.activeElement).toBe(control);
  }
  expect(screen.getAllByText(sentence)).toHaveLength(2);
  expect(fetch).not.toHaveBeenCalled();
  await user.type(field(t("giftMeter.limit")), "{Control>}a{/Control}900{Enter}");
  expect(sent(fetch)).toEqual([{ on: true, limit: 90_000 }]);
  expect(screen.getAllByText(sentence)).toHaveLength(1);
});
