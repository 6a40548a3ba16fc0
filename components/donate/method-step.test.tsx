import { expect, it, vi } from "vitest";
import { Modal } from "@/components/ui/dialog";
import { donateByWalletAction } from "@/lib/actions/donations";
import {
  accepted,
  answersLater,
  button,
  leave,
  REQUEST,
  refusal,
  router,
  show,
  t,
} from "@/tests/support/screen";
import { MethodStep } from "./method-step";

vi.mock("@/lib/actions/donations", () => ({ donateByWalletAction: vi.fn() }));
const action = vi.mocked(donateByWalletAction);

function open(walletDonations = true) {
  const onCard = vi.fn();
  const step = (
    <Modal aria-describedby={undefined} onClose={vi.fn()} onClosed={vi.fn()}>
      <MethodStep
        request={REQUEST}
        cents={1_250}
        note={{ text: "Good luck!", isShown: true }}
        onCard={onCard}
        onBack={vi.fn()}
      />
    </Modal>
  );
  return { ...show(step, { walletDonations }), onCard };
}
const wallet = () => button(new RegExp(`^${t("donate.wallet")}`));

it("the wallet gets the amount and the message, and the browser goes there", async () => {
  action.mockResolvedValue(accepted({ url: "https://wallet.example/1" }));
  const { user } = open();
  await user.click(wallet());
  const message = { message: "Good luck!", messageShown: true };
  expect(action.mock.calls[0]?.[0]).toEqual({ requestId: "r1", amount: "12.50", ...message });
  expect(leave).toHaveBeenCalledExactlyOnceWith("https://wallet.example/1");
});

it("the wallet keeps the focus while its page is prepared, and nothing else begins meanwhile", async () => {
  answersLater(action);
  const { user, onCard } = open();
  await user.click(wallet());
  expect([wallet().getAttribute("aria-disabled"), document.activeElement]).toEqual(["true", wallet()]);
  await user.click(wallet());
  await user.click(button(new RegExp(`^${t("donate.card")}`)));
  expect(action).toHaveBeenCalledOnce();
  expect(onCard).not.toHaveBeenCalled();
});

it("a session that ended leads to the login and back to the request", async () => {
  action.mockResolvedValue(refusal("UNAUTHENTICATED", "Please log in."));
  const { user, findByText, container } = open();
  await user.click(wallet());
  expect(await findByText("Please log in.")).toBeDefined();
  const login = container.querySelector("article a");
  expect(login?.getAttribute("href")).toBe(`/auth?next=${encodeURIComponent("/?request=r1")}`);
  expect(router.refresh).not.toHaveBeenCalled();
});

it("a goal that was reached meanwhile is said, and the page is asked for again", async () => {
  action.mockResolvedValue(refusal("GOAL_REACHED", "The goal has been reached."));
  const { user, findByText } = open();
  await user.click(wallet());
  expect(await findByText("The goal has been reached.")).toBeDefined();
  expect(router.refresh).toHaveBeenCalledOnce();
  expect(leave).not.toHaveBeenCalled();
});

it("where donations by wallet are off they are announced, and nothing is begun", async () => {
  const { user, findByText } = open(false);
  await user.click(wallet());
  expect(await findByText(t("donate.walletSoon"))).toBeDefined();
  expect(action).not.toHaveBeenCalled();
});

it("the card is the next step of this dialog", async () => {
  const { user, onCard } = open();
  await user.click(button(new RegExp(`^${t("donate.card")}`)));
  expect(onCard).toHaveBeenCalledOnce();
});
