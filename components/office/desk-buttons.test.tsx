import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { saveFile } from "@/components/shared/save-file";
import { askAction, booksAction, checkBooksAction } from "@/lib/actions/office-desk";
import { accepted, button, ready, refusal, show, t } from "@/tests/support/screen";
import { AskButton, CheckBooks, DownloadBooks } from "./desk-buttons";

vi.mock("@/components/shared/save-file", () => ({ saveFile: vi.fn() }));
vi.mock("@/lib/actions/office-desk", () => ({
  askAction: vi.fn(),
  booksAction: vi.fn(),
  checkBooksAction: vi.fn(),
}));

it("the provider's answer is said beside what the books had; the next one replaces it", async () => {
  const row = { id: "p1", before: "pending", after: "completed", answer: "succeeded" };
  vi.mocked(askAction).mockResolvedValueOnce(accepted([row]));
  vi.mocked(askAction).mockResolvedValueOnce(accepted([{ ...row, before: "completed", answer: null }]));
  const { user, findByText } = show(<AskButton reference="p1" of="payment" />);
  await user.click(button(t("office.ask.button")));
  const said = await findByText("Before: Open. Now: Paid");
  expect(said.querySelector("[lang=en]")?.textContent).toBe("(succeeded)");
  await user.click(await ready(() => button(t("office.ask.button"))));
  expect(await findByText("Now: Paid")).toBeDefined();
  expect(screen.queryByText(/Before/)).toBeNull();
  expect(askAction).toHaveBeenLastCalledWith({ reference: "p1", of: "payment" });
});

it.each([
  ["step", "on_the_way", "Now: On its way"],
  ["account", "ready", "Now: Ready"],
] as const)("the state of a person's %s has the name that their page gives it", async (of, state, text) => {
  vi.mocked(askAction).mockResolvedValue(accepted([{ id: "p1", before: state, after: state, answer: null }]));
  const { user, findByText } = show(<AskButton reference="p1" of={of} />);
  await user.click(button(t("office.ask.button")));
  expect(await findByText(text)).toBeDefined();
  expect(askAction).toHaveBeenCalledExactlyOnceWith({ reference: "p1", of: "payout" });
});

it("the books agree without findings and with concerns only; what does not agree is listed row by row", async () => {
  const concern = { kind: "concerns", check: "old rows", rows: ["r1"] };
  vi.mocked(checkBooksAction).mockResolvedValueOnce(accepted([]));
  vi.mocked(checkBooksAction).mockResolvedValueOnce(accepted([concern]));
  vi.mocked(checkBooksAction).mockResolvedValueOnce(
    accepted([{ kind: "found", check: "totals", rows: ["u1 100", "u2 50"] }]),
  );
  const { user, findByText } = show(<CheckBooks />);
  await user.click(button(t("office.check.button")));
  expect(await findByText(t("office.check.agree"))).toBeDefined();
  await user.click(await ready(() => button(t("office.check.button"))));
  expect(await findByText("old rows")).toBeDefined();
  expect(screen.getByText(t("office.check.agree"))).toBeDefined();
  await user.click(await ready(() => button(t("office.check.button"))));
  expect(await findByText("u2 50")).toBeDefined();
  expect(screen.queryByText(t("office.check.agree"))).toBeNull();
});

it("the books of a month are saved as a file; a failure is said", async () => {
  vi.mocked(booksAction).mockResolvedValueOnce(refusal("INTERNAL", "The books are being written."));
  vi.mocked(booksAction).mockResolvedValueOnce(accepted({ name: "2026-11.csv", text: "a;b" }));
  const { user, findByText } = show(<DownloadBooks month="2026-11" />);
  await user.click(button(t("office.check.csv")));
  expect(await findByText("The books are being written.")).toBeDefined();
  expect(saveFile).not.toHaveBeenCalled();
  await user.click(await ready(() => button(t("office.check.csv"))));
  await waitFor(() =>
    expect(saveFile).toHaveBeenCalledExactlyOnceWith({ name: "2026-11.csv", text: "a;b", type: "text/csv" }),
  );
});
