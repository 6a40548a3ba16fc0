import { expect, it } from "vitest";
import {
  answers,
  answersLater,
  button,
  isBusy,
  problem,
  ready,
  router,
  sent,
  show,
  t,
} from "@/tests/support/screen";
import { ShowDonor } from "./show-donor";

it("shows or hides who gave, one call at a time, and reloads the page", async () => {
  const fetch = answers({ body: {} });
  const answer = answersLater(fetch);
  const { user, change } = show(<ShowDonor donationId="d1" anonymous />);
  await user.click(button(t("gifts.show")));
  await user.click(button(t("gifts.show")));
  expect(fetch).toHaveBeenCalledOnce();
  // A disabled button would lose the focus.
  expect(document.activeElement).toBe(button(t("gifts.show")));
  expect([isBusy(t("gifts.show")), button(t("gifts.show")).disabled]).toEqual([true, false]);
  answer.resolve(Response.json({}));
  change(<ShowDonor donationId="d1" anonymous={false} />);
  await expect.poll(() => router.refresh.mock.calls.length).toBe(1);
  await user.click(await ready(() => button(t("gifts.hide"))));
  expect(fetch.mock.calls.map(([path]) => path)).toEqual(["/api/gifts/d1", "/api/gifts/d1"]);
  expect(sent(fetch)).toEqual([{ anonymous: false }, { anonymous: true }]);
});

it("a refusal says why and changes nothing", async () => {
  answers({ status: 404, body: problem("NOT_FOUND", "It was taken back.") });
  const { user, findByText } = show(<ShowDonor donationId="d1" anonymous />);
  await user.click(button(t("gifts.show")));
  expect(await findByText("It was taken back.")).toBeDefined();
  expect(router.refresh).not.toHaveBeenCalled();
});
