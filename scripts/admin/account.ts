import { userInfo } from "node:os";

/**
 * Whose account at the operating system this runs under, and behind sudo whose it was before; none where the machine
 * knows no name for it.
 */
export function accountName(): string | undefined {
  if (process.env.SUDO_USER) return process.env.SUDO_USER;
  try {
    return userInfo().username;
  } catch {
    return undefined;
  }
}
