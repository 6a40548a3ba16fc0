import { expect, it } from "vitest";
import { accepted, button, leave, refusal, show, t } from "@/tests/support/screen";
import { useCheckout } from "./use-checkout";

type Paid = Parameters<typeof useCheckout>[0];
type Start = Parameters<ReturnType<typeof useCheckout>["go"]>[1];

function Checkout({ paid, start }: { paid: Paid; start: Start }) {
  const { go } = useCheckout(paid);
  return (
    <button type="button" onClick={() => void go({}, start)}>
      Pay
    </button>
  );
}

async function pressed(paid: Paid, start: Start) {
  const shown = show(<Checkout paid={paid} start={start} />);
  await shown.user.click(button("Pay"));
  return shown;
}

it("goes where it is sent", async () => {
  await pressed("purchase", async () => accepted({ url: "https://pay.example" }));
  expect(leave).toHaveBeenCalledExactlyOnceWith("https://pay.example");
});

const http = t("checkout.failures.http", { status: 502, body: "why" });
const lost = () => Promise.reject(new TypeError("Failed to fetch"));

it.each<[Paid, Start, "purchaseFailed" | "purchaseError" | "subscriptionError" | "paymentError", string]>([
  ["purchase", async () => refusal("VALIDATION_ERROR", "why"), "purchaseFailed", "why"],
  ["subscription", async () => refusal("RATE_LIMITED", "why"), "subscriptionError", "why"],
  ["purchase", async () => refusal("PROVIDER_UNAVAILABLE", "why"), "paymentError", http],
  ["subscription", async () => refusal("PROVIDER_UNAVAILABLE", "why"), "paymentError", http],
  ["subscription", async () => accepted({ url: "" }), "paymentError", t("checkout.failures.noUrl")],
  ["purchase", lost, "purchaseError", t("errors.mobile.offline")],
  ["subscription", lost, "subscriptionError", t("errors.mobile.offline")],
])("says of a %s why it failed: %#", async (paid, start, title, text) => {
  const { findByText } = await pressed(paid, start);
  const article = (await findByText(t(`checkout.failures.${title}`))).closest("article");
  expect(article?.textContent).toContain(text);
  expect(leave).not.toHaveBeenCalled();
});
