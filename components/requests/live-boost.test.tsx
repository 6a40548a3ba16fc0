import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { applyBoostAction } from "@/lib/actions/boosts";
import { accepted, button, dialogCloses, REQUEST, ready, show, t } from "@/tests/support/screen";
import { LiveBoost } from "./live-boost";

vi.mock("@/lib/actions/boosts", () => ({ applyBoostAction: vi.fn() }));
const offer = (props: Partial<Parameters<typeof LiveBoost>[0]> = {}) => (
  <LiveBoost request={REQUEST} boosts={{ normal: 0, premium: 0 }} tier="none" canBuy {...props} />
);
const title = () => screen.queryByRole("heading", { name: t("request.live.more") });

it.each([
  ["where boosts are not sold and there is none", { canBuy: false }],
  ["for a request to which nothing can be given", { request: { ...REQUEST, givingOff: "closed" as const } }],
  ["for a request that has one", { request: { ...REQUEST, appliedBoostType: "normal" as const } }],
  [
    "for the highest tier, which no boost lifts",
    { tier: "diamond" as const, boosts: { normal: 3, premium: 3 } },
  ],
])("offers nothing %s", (_, props) => {
  show(offer(props));
  expect(title()).toBeNull();
});

it("leads to the cheapest that helps, or applies one that the person has", async () => {
  vi.mocked(applyBoostAction).mockResolvedValue(accepted(REQUEST));
  const { user, openBy, change } = show(offer());
  expect(screen.getByRole("link").getAttribute("href")).toBe("/profile?boost=normal");
  change(offer({ boosts: { normal: 1, premium: 0 } }));
  await openBy(t("boosts.apply.buttonOf.normal", { item: "A bicycle" }));
  await user.click(await ready(() => button(t("boosts.apply.confirm"))));
  await dialogCloses();
  expect(vi.mocked(applyBoostAction).mock.calls[0]?.[0]).toEqual({ requestId: "r1", boostType: "normal" });
});
