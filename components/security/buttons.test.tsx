import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import {
  addPasskeyAction,
  endOtherSessionsAction,
  endSessionAction,
  offerPasskeyAction,
  removePasskeyAction,
  renamePasskeyAction,
} from "@/lib/actions/security";
import {
  accepted,
  answersLater,
  button,
  dialogCloses,
  field,
  openDialog,
  ready,
  refusal,
  show,
  t,
} from "@/tests/support/screen";
import { AddPasskey, ChangePasskey, EndOthersButton, EndSessionButton } from "./buttons";
import { Passkeys, Sessions } from "./sections";

const made = vi.hoisted(() => vi.fn());
vi.mock("@simplewebauthn/browser", () => ({ startRegistration: made }));
vi.mock("@/lib/actions/access", () => ({ confirmAgainAction: vi.fn(), sendPasswordLinkAction: vi.fn() }));
vi.mock("./change-second-factor", () => ({ ChangeSecondFactor: () => null }));
vi.mock("./secret-forms", () => ({ EmailForm: () => null, PasswordForm: () => null }));
vi.mock("@/lib/actions/security", () => ({
  addPasskeyAction: vi.fn(),
  endOtherSessionsAction: vi.fn(),
  endSessionAction: vi.fn(),
  offerPasskeyAction: vi.fn(),
  removePasskeyAction: vi.fn(),
  renamePasskeyAction: vi.fn(),
}));

it("a passkey that the device did not make is not added, and the page says what to do", async () => {
  vi.mocked(offerPasskeyAction).mockResolvedValue(accepted({ challenge: "c" }));
  made.mockRejectedValueOnce(new DOMException("no", "NotAllowedError"));
  const { user, findByText } = show(<AddPasskey />);
  await user.click(button(t("security.passkeys.add")));
  expect(await findByText(t("security.passkeys.notMade"))).toBeDefined();
  expect(addPasskeyAction).not.toHaveBeenCalled();
  made.mockResolvedValueOnce({ id: "pk1" });
  vi.mocked(addPasskeyAction).mockResolvedValue(accepted());
  await user.click(await ready(() => button(t("security.passkeys.add"))));
  expect(await findByText(t("security.passkeys.added"))).toBeDefined();
  expect(addPasskeyAction).toHaveBeenCalledExactlyOnceWith({ id: "pk1", clientExtensionResults: {} });
});

it("a new name is saved, its refusal said at the field, and the focus returns to the pencil", async () => {
  const fields = { name: "Too long" };
  vi.mocked(renamePasskeyAction).mockResolvedValueOnce(refusal("VALIDATION_ERROR", "Check", { fields }));
  vi.mocked(renamePasskeyAction).mockResolvedValueOnce(accepted());
  const { user, openBy, findByText } = show(<ChangePasskey id="p1" name="Phone" />);
  const rename = t("security.passkeys.rename", { name: "Phone" });
  await openBy(rename);
  const name = field(t("security.passkeys.name"));
  expect(name.value).toBe("Phone");
  await user.type(name, " 2{Enter}");
  expect(await findByText("Too long")).toBeDefined();
  expect(document.activeElement).toBe(name);
  await user.click(await ready(() => button(t("common.save"))));
  await dialogCloses();
  expect(renamePasskeyAction).toHaveBeenLastCalledWith({ id: "p1", name: "Phone 2" });
  await waitFor(() => expect(document.activeElement).toBe(button(rename)));
});

it("one is removed after a question; a refusal says why and closes it", async () => {
  vi.mocked(removePasskeyAction).mockResolvedValue(refusal("NOT_FOUND", "It is gone already."));
  const { user, openBy, findByText } = show(<ChangePasskey id="p1" name="Phone" />);
  await openBy(t("security.passkeys.remove", { name: "Phone" }));
  expect(openDialog()?.textContent).toContain("“Phone”");
  expect(removePasskeyAction).not.toHaveBeenCalled();
  await user.click(await ready(() => button(t("security.passkeys.removeConfirm"))));
  expect(await findByText("It is gone already.")).toBeDefined();
  await dialogCloses();
  expect(removePasskeyAction).toHaveBeenCalledExactlyOnceWith({ id: "p1" });
});

it("a session ends by its own id, or all others at once", async () => {
  vi.mocked(endSessionAction).mockResolvedValue(accepted());
  vi.mocked(endOtherSessionsAction).mockResolvedValue(refusal("RATE_LIMITED", "Too many tries."));
  const { user, findByText } = show(
    <>
      <EndSessionButton id="s1" device="Firefox" />
      <EndOthersButton />
    </>,
  );
  await user.click(button(t("security.sessions.endOf", { device: "Firefox" })));
  expect(await findByText(t("security.sessions.ended"))).toBeDefined();
  expect(endSessionAction).toHaveBeenCalledExactlyOnceWith({ id: "s1" });
  await user.click(await ready(() => button(t("security.sessions.endOthers"))));
  expect(await findByText("Too many tries.")).toBeDefined();
});

it("what is ended or removed gives the focus to the title of its list", async () => {
  const createdAt = "2026-11-01T10:00:00.000Z";
  const session = { id: "s1", device: "Firefox", network: null, createdAt, lastUsedAt: null, current: false };
  const ended = answersLater(vi.mocked(endSessionAction));
  const first = show(<Sessions sessions={[session]} />);
  await first.user.click(button(t("security.sessions.endOf", { device: "Firefox" })));
  first.change(<Sessions sessions={[]} />);
  ended.resolve(accepted());
  const sessions = screen.getByRole("heading", { name: t("security.sessions.title") });
  await waitFor(() => expect(document.activeElement).toBe(sessions));

  const made = { backedUp: false, createdAt: new Date(createdAt), lastUsedAt: null };
  const answer = answersLater(vi.mocked(removePasskeyAction));
  const { user, openBy, change } = show(<Passkeys passkeys={[{ id: "p1", name: "Phone", ...made }]} />);
  await openBy(t("security.passkeys.remove", { name: "Phone" }));
  await user.click(await ready(() => button(t("security.passkeys.removeConfirm"))));
  change(<Passkeys passkeys={[]} />);
  answer.resolve(accepted());
  const passkeys = screen.getByRole("heading", { name: t("security.passkeys.title"), hidden: true });
  await waitFor(() => expect(document.activeElement).toBe(passkeys));
});
