import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { show, t } from "@/tests/support/screen";
import { PasswordSection, SecondFactor } from "./sections";

vi.mock("@/lib/actions/access", () => ({
  changeEmailAction: vi.fn(),
  changePasswordAction: vi.fn(),
  confirmAgainAction: vi.fn(),
  sendPasswordLinkAction: vi.fn(),
}));
vi.mock("@/lib/actions/security", () => ({}));

const ACCESS = { email: "noor@example.org", isProven: true, isBounced: false, isTrusted: true };
const FACTOR = { isOn: false, since: null, codesLeft: 0 };

it.each([
  [true, false, "text", "text"],
  [true, true, "text", "text"],
  [false, true, "none", "google"],
  [false, false, "gone", "noPassword"],
] as const)(
  "with a password: %s, with Google: %s, says how they sign in",
  (hasPassword, hasGoogle, password, factor) => {
    const access = { ...ACCESS, hasPassword, hasGoogle, pendingEmail: null };
    show(
      <>
        <PasswordSection access={access} />
        <SecondFactor factor={FACTOR} access={access} />
      </>,
    );
    expect(screen.getByText(t(`security.password.${password}`))).toBeDefined();
    expect(screen.getByText(t(`security.secondFactor.${factor}`))).toBeDefined();
  },
);
