import { userInfo } from "node:os";
import { afterEach, describe, expect, it, vi } from "vitest";
import { accountName } from "./account";

vi.mock("node:os", () => ({ userInfo: vi.fn(() => ({ username: "ines" })) }));
afterEach(() => vi.unstubAllEnvs());

describe("accountName", () => {
  it("is the account this runs under", () => {
    vi.stubEnv("SUDO_USER", undefined);
    expect(accountName()).toBe("ines");
  });

  it("is who became another by sudo", () => {
    vi.stubEnv("SUDO_USER", "joost");
    expect(accountName()).toBe("joost");
  });

  it("is nobody in a container whose account has no name", () => {
    vi.stubEnv("SUDO_USER", undefined);
    vi.mocked(userInfo).mockImplementationOnce(() => {
      throw new Error("uv_os_get_passwd returned ENOENT");
    });
    expect(accountName()).toBeUndefined();
  });
});
