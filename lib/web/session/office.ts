import "server-only";
import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import type { OperatorPerson } from "@/lib/domain/operator/types";
import { opensOffice } from "@/lib/domain/sessions/rules";
import type { Viewer } from "@/lib/domain/users/types";
import { now } from "@/lib/ground/clock";
import { AppError } from "@/lib/ground/errors";
import { PATH_HEADER } from "../safe-path";
import { currentProof, requireViewer } from "./index";

/** Where an operator shows a passkey before the office opens. */
const UNLOCK = "/office/unlock";

/** An account that two addresses claim, or that is suspended, opens no office. */
const mayOperate = ({ isOperator, isContested, isSuspended }: Viewer) =>
  isOperator && !isContested && !isSuspended;

/** Whether a passkey of this session opens the office now. */
const isUnlocked = async () => opensOffice((await currentProof()).passkeyAt, now());

/**
 * The operator of a page of the office (safety.md, The office). For everybody else there is no such page; who showed no
 * passkey in the last 12 hours is led to where they can. Each page calls it: a layout is not rendered again with the
 * pages below it.
 */
export async function requireOffice(): Promise<OperatorPerson> {
  const viewer = await requireViewer();
  if (!mayOperate(viewer)) notFound();
  if (!(await isUnlocked())) {
    const next = (await headers()).get(PATH_HEADER) ?? "/office";
    redirect(`${UNLOCK}?next=${encodeURIComponent(next)}`);
  }
  return { id: viewer.id, name: viewer.username };
}

/** The operator who is at the door of the office, and whether it is open. For everybody else there is no such page. */
export async function atOfficeDoor(): Promise<{ viewer: Viewer; isOpen: boolean }> {
  const viewer = await requireViewer();
  if (!mayOperate(viewer)) notFound();
  return { viewer, isOpen: await isUnlocked() };
}

/**
 * The same for what is done in the office.
 * @throws AppError NOT_FOUND, STEP_UP_REQUIRED
 */
export async function assertInOffice(viewer: Viewer): Promise<void> {
  if (!mayOperate(viewer)) throw new AppError("NOT_FOUND");
  if (!(await isUnlocked())) throw new AppError("STEP_UP_REQUIRED");
}
