import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { answers, button, dialogCloses, openDialog, ready, show, t } from "@/tests/support/screen";
import { ShareControl } from "./share-control";

const control = (isOwn = false) => <ShareControl requestId="r1" item="A bicycle" isOwn={isOwn} />;
const SHARE = t("share.shareItem", { item: "A bicycle" });
const share = () => button(SHARE);
const PUBLIC = "https://steuntje.example/?request=r1";
const copied = () => navigator.clipboard.readText();
afterEach(() => Reflect.deleteProperty(navigator, "share"));

function phone(share: (data: ShareData) => Promise<void>) {
  const native = vi.fn(share);
  Object.assign(navigator, { share: native });
  return native;
}

it("the device's own dialog comes first, and cancelling it opens no other", async () => {
  const native = phone(() => Promise.reject(new DOMException("cancelled", "AbortError")));
  const { user } = show(control());
  await user.click(share());
  expect(native.mock.calls[0]?.[0]).toMatchObject({ title: "A bicycle", url: PUBLIC });
  expect(share().getAttribute("aria-expanded")).toBe("false");
  expect(openDialog()).toBeNull();
});

it("a device whose dialog fails gets ours, which a second press closes", async () => {
  phone(() => Promise.reject(new DOMException("no", "NotAllowedError")));
  const { user, openBy } = show(control());
  await openBy(SHARE);
  await user.click(await ready(() => button(t("share.copy"))));
  expect(await copied()).toBe(PUBLIC);
  await user.click(await ready(share));
  await dialogCloses();
});

it("the owner shares the gift link, with posters", async () => {
  const fetch = answers({ body: { url: "https://steuntje.example/g/gift" } });
  const { user, openBy } = show(control(true));
  await openBy(SHARE);
  expect(fetch.mock.calls[0]?.[0]).toBe("/api/requests/r1/gift-link");
  await waitFor(() => expect(screen.getByRole("link", { name: t("share.poster") })).toBeDefined());
  await user.click(await ready(() => button(t("share.copy"))));
  expect(await copied()).toBe("https://steuntje.example/g/gift");
});

it("without an answer about the gift link the public link is shared, without posters", async () => {
  answers(null);
  const { user, openBy } = show(control(true));
  await openBy(SHARE);
  expect(screen.queryByRole("link", { name: t("share.poster") })).toBeNull();
  await user.click(await ready(() => button(t("share.copy"))));
  expect(await copied()).toBe(PUBLIC);
});

it("the QR code is shown on request", async () => {
  const { user, openBy } = show(control());
  await openBy(SHARE);
  await user.click(await ready(() => button(t("share.qrCode"))));
  expect(await screen.findByRole("img", { name: t("share.qrCodeLabel") })).toBeDefined();
});
