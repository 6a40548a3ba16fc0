import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { startTransition, useState } from "react";
import { afterEach, expect, it, onTestFinished, vi } from "vitest";
import { sendPhoto } from "@/components/photos/send-photo";
import { createRequestAction } from "@/lib/actions/requests";
import { updateSettingsAction } from "@/lib/actions/settings";
import {
  accepted,
  answersLater,
  button,
  field,
  isBusy,
  noButton,
  REQUEST,
  ready,
  refusal,
  router,
  show,
  t,
} from "@/tests/support/screen";
import { RequestForm } from "./request-form";

vi.mock("@/lib/actions/boosts", () => ({ purchaseBoostsAction: vi.fn() }));
vi.mock("@/lib/actions/requests", () => ({ createRequestAction: vi.fn() }));
vi.mock("@/lib/actions/settings", () => ({ updateSettingsAction: vi.fn() }));
vi.mock("@/components/photos/send-photo", () => ({
  preparePhoto: async () => ({ photo: new Blob(["x"]), thumbnail: "data:image/webp;base64,AA" }),
  sendPhoto: vi.fn(),
}));
const action = vi.mocked(createRequestAction);
afterEach(() => sessionStorage.clear());

type Props = Parameters<typeof RequestForm>[0];
const form = (props: Partial<Props> = {}) => (
  <RequestForm
    requester={{ ...REQUEST.user, id: "u1", canBePaidOut: true }}
    leftToAsk={null}
    goalLimit={50_000}
    activeLimit={2}
    boosts={{ normal: 1, premium: 0 }}
    blocker={null}
    renderedAt={0}
    {...props}
  />
);
const create = "request.create";
const item = () => field(t(`${create}.item`));
const goal = () => field(t(`${create}.amount`));
const text = () => field(t(`${create}.description`));
const post = () => button(t(`${create}.submit`));

async function filled(props: Partial<Props> = {}, ui = form(props)) {
  const shown = show(ui);
  // Pasted, because every key that is pressed draws the form again.
  for (const [at, words] of [
    [item(), "A bicycle"],
    [goal(), "100"],
    [text(), "To get to work every day."],
  ] as const) {
    await shown.user.click(at);
    await shown.user.paste(words);
  }
  return shown;
}

it("everything that is missing is said at once, and the first gets the focus", async () => {
  const { user, findByText } = show(form());
  await user.click(post());
  expect(await findByText(t(`${create}.invalidTitle`))).toBeDefined();
  for (const control of [item(), goal(), text()]) expect(control.getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement).toBe(item());
  expect(action).not.toHaveBeenCalled();
});

it.each(["500.01", "0", "-5", "1.234", "x"])("a goal of %s is refused before it is sent", async (typed) => {
  const { user } = await filled();
  await user.clear(goal());
  await user.type(goal(), typed);
  await user.click(post());
  expect(goal().getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement).toBe(goal());
  expect(action).not.toHaveBeenCalled();
});

it("it is sent once, with what was chosen, and leads to the request that is live; the draft is gone", async () => {
  const answer = answersLater(action);
  const { user } = await filled();
  await user.selectOptions(field(t("find.chooseCategory")), "transport");
  await user.click(screen.getByRole("radio", { name: new RegExp(t("boosts.choice.normal")) }));
  expect(sessionStorage.length).toBe(1);
  await user.click(post());
  await user.click(post());
  // A disabled button would lose the focus.
  expect([isBusy(t(`${create}.submit`)), post().disabled]).toEqual([true, false]);
  answer.resolve(accepted({ id: "r9" }));
  await waitFor(() => expect(router.push).toHaveBeenCalledExactlyOnceWith("/request/live?id=r9"));
  expect(action.mock.calls[0]?.[0]).toMatchObject({
    item: "A bicycle",
    goal: 10_000,
    category: "transport",
    appliedBoostType: "normal",
  });
  expect(action).toHaveBeenCalledOnce();
  expect(sessionStorage.length).toBe(0);
});

/** Another page, to which the router leads in a transition. */
function Elsewhere() {
  const [isThere, setThere] = useState(false);
  return (
    <button type="button" onClick={() => startTransition(() => setThere(true))}>
      {isThere ? "There" : "Leave"}
    </button>
  );
}

it("while it waits for its photo the page can be left, and then it is not posted", async () => {
  vi.mocked(sendPhoto).mockImplementationOnce(
    (_photo, _reports, signal) =>
      new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
  );
  const page = (isLeft: boolean) => (
    <>
      {!isLeft && form()}
      <Elsewhere />
    </>
  );
  const { user, change } = await filled({}, page(false));
  const input = document.querySelector("input[type=file]:not([capture])") as HTMLInputElement;
  fireEvent.change(input, { target: { files: [new File(["x"], "bike.jpg", { type: "image/jpeg" })] } });
  await user.click(post());
  expect(screen.getAllByText(t(`${create}.waitingForPhoto`)).length).toBeGreaterThan(0);
  await user.click(button("Leave"));
  expect(button("There")).toBeDefined();
  change(page(true));
  await act(async () => undefined);
  expect(action).not.toHaveBeenCalled();
});

it("what the server refuses is said at its field, and nothing typed is lost", async () => {
  const fields = { description: "Please say more" };
  action.mockResolvedValue(refusal("VALIDATION_ERROR", "Check", { fields }));
  const { user, findByText } = await filled();
  await user.click(post());
  expect(await findByText("Please say more")).toBeDefined();
  expect(document.activeElement).toBe(text());
  expect([item().value, goal().value]).toEqual(["A bicycle", "100"]);
});

it.each([
  ["PAYMENT_DETAILS_REQUIRED", "paymentIncompleteTitle", "/profile#payment"],
  ["UNAUTHENTICATED", "login", "/auth?next=%2F"],
] as const)(
  "%s says what is missing and where to mend it, above what was typed",
  async (code, title, href) => {
    action.mockResolvedValue(refusal(code, "No"));
    const { user } = await filled();
    await user.click(post());
    const heading = await screen.findByText(t(`${create}.${title}`), { selector: "p[tabindex]" });
    expect(heading.parentElement?.querySelector("a")?.getAttribute("href")).toBe(href);
    expect(item().value).toBe("A bicycle");
  },
);

it("at the limit the ways out replace the form, and its text is kept", async () => {
  action.mockResolvedValue(refusal("MAX_REQUESTS_REACHED", "Full"));
  const { user, change } = await filled();
  await user.click(post());
  const title = await screen.findByText(t(`${create}.limitTitle`));
  await waitFor(() => expect(document.activeElement).toBe(title));
  expect(screen.getByText(t(`${create}.limitKept`))).toBeDefined();
  expect(noButton(t(`${create}.submit`))).toBe(true);
  change(<span />);
  change(form());
  await waitFor(() => expect(item().value).toBe("A bicycle"));
  expect(goal().value).toBe("100");
});

it("a lost answer is asked for again with the same key, and then said", async () => {
  action.mockRejectedValue(new TypeError("Failed to fetch"));
  const { user, findByText } = await filled();
  await user.click(post());
  expect(await findByText(t(`${create}.failedText`))).toBeDefined();
  await user.click(await ready(post));
  await waitFor(() => expect(action).toHaveBeenCalledTimes(4));
  expect(new Set(action.mock.calls.map(([, key]) => key)).size).toBe(1);
});

it("warns before sending when a goal would pass the gift limit", async () => {
  const { user } = await filled({ leftToAsk: 9_000 });
  expect(screen.getByText(t("giftMeter.ask.passes", { amount: "€10.00" }))).toBeDefined();
  await user.clear(goal());
  await user.type(goal(), "90");
  expect(screen.queryByText(t("giftMeter.ask.ways"))).toBeNull();
});

it("the bank is chosen by a tap, which is saved at once and taken back where it is refused", async () => {
  vi.mocked(updateSettingsAction).mockResolvedValue(refusal("SUSPENDED", "Your account is suspended."));
  const { user, findByText } = show(form({ blocker: "PAYMENT_METHOD_REQUIRED" }));
  const bank = () => screen.getByRole("radio", { name: /To my bank account/ }) as HTMLInputElement;
  await user.click(bank());
  expect(updateSettingsAction).toHaveBeenCalledExactlyOnceWith({ paymentMethod: "bank" });
  expect(await findByText("Your account is suspended.")).toBeDefined();
  await waitFor(() => expect(bank().checked).toBe(false));
});

it("without a way to be paid the form leads to that question, which says what to tap", async () => {
  const scrolled = vi.spyOn(Element.prototype, "scrollIntoView");
  onTestFinished(() => scrolled.mockRestore());
  action.mockResolvedValueOnce(refusal("PAYMENT_METHOD_REQUIRED", "First choose how you get paid."));
  action.mockResolvedValueOnce(accepted({ id: "r1" }));
  vi.mocked(updateSettingsAction).mockResolvedValue(accepted());
  const { user } = await filled({ blocker: "PAYMENT_METHOD_REQUIRED" });
  await user.click(post());
  const name = t(`${create}.payoutQuestion.bank`);
  const what = t(`${create}.payoutQuestion.missing`, { bank: name });
  const bank = screen.getByRole<HTMLInputElement>("radio", { name: new RegExp(name) });
  await screen.findByText(what);
  expect(document.activeElement).toBe(bank);
  expect(scrolled.mock.contexts).toEqual([bank.closest("fieldset")]);
  await user.click(bank);
  await waitFor(() => expect(screen.queryByText(what)).toBeNull());
  await user.click(await ready(post));
  await waitFor(() => expect(router.push).toHaveBeenCalledExactlyOnceWith("/request/live?id=r1"));
});

it("the question of how one is paid stays when the post is refused for another reason", async () => {
  action.mockResolvedValueOnce(refusal("PAYMENT_DETAILS_REQUIRED", "Complete how you get paid."));
  const { user } = await filled({ blocker: "PAYMENT_METHOD_REQUIRED" });
  await user.click(post());
  await screen.findByText(t(`${create}.paymentIncompleteTitle`));
  expect(screen.getByRole("radio", { name: /To my bank account/ })).toBeDefined();
});
