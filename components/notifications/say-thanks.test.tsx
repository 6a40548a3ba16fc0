import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { thankAction } from "@/lib/actions/messages";
import { answersLater, refusal, router, show, t } from "@/tests/support/screen";
import { SayThanks } from "./say-thanks";

vi.mock("@/lib/actions/messages", () => ({ thankAction: vi.fn() }));
const action = vi.mocked(thankAction);
type Answer = Awaited<ReturnType<typeof thankAction>>;

const thanks = (emoji: string | null = null) => <SayThanks id="n1" emoji={emoji} about="sentence" />;
const choice = (emoji: string) => screen.getByRole("radio", { name: emoji }) as HTMLInputElement;

it("sends the emoji that was pressed for this notification, and shows it before the server answers", async () => {
  const answer = answersLater(action);
  const { user } = show(thanks());
  expect(screen.getByText(t("notifications.thanks.ask"))).toBeDefined();
  await user.click(choice("🤗"));
  expect(action).toHaveBeenCalledExactlyOnceWith({ id: "n1", emoji: "🤗" });
  expect(choice("🤗").checked).toBe(true);
  expect(screen.getByText(t("notifications.thanks.done"))).toBeDefined();
  answer.resolve({ ok: true, data: undefined } as Answer);
});

it("takes a refused emoji back, says why and asks for the page again", async () => {
  action.mockResolvedValue(refusal("NOT_FOUND", "This donation was refunded."));
  const { user } = show(thanks("🎉"));
  await user.click(choice("🤗"));
  await waitFor(() => expect(choice("🎉").checked).toBe(true));
  expect(await screen.findByText("This donation was refunded.")).toBeDefined();
  expect(router.refresh).toHaveBeenCalledOnce();
});

it("another emoji replaces the first", async () => {
  action.mockResolvedValue({ ok: true, data: undefined } as Answer);
  const { user, change } = show(thanks());
  await user.click(choice("🤗"));
  change(thanks("🤗"));
  await user.click(choice("🎉"));
  expect(action).toHaveBeenLastCalledWith({ id: "n1", emoji: "🎉" });
});
