import type { ClaimedMail } from "@/lib/domain/messages/types";
import { DataTable, Paragraph } from "./parts";
import type { MailTexts } from "./translator";

/** When something was done and, where known, from which device and network, and until when payouts are held for it. */
export type Origin = { at: Date; device: string | null; network: string | null; heldUntil: Date | null };

/** The origin of what caused a message, of the data that it was written with. */
export function originOf({ createdAt, data }: Pick<ClaimedMail, "createdAt" | "data">): Origin {
  const text = (value: unknown) => (typeof value === "string" ? value : null);
  const heldUntil = text(data?.heldUntil);
  return {
    at: createdAt,
    device: text(data?.device),
    network: text(data?.network),
    heldUntil: heldUntil === null ? null : new Date(heldUntil),
  };
}

/** The origin, for an owner to recognise. */
export function OriginFacts({
  texts: { t, dayAndTime },
  origin: { at, device, network, heldUntil },
}: {
  texts: MailTexts;
  origin: Origin;
}) {
  return (
    <>
      <DataTable
        rows={[
          [t("origin.at"), dayAndTime(at)],
          ...(device === null ? [] : [[t("origin.device"), device]]),
          ...(network === null ? [] : [[t("origin.network"), network]]),
        ]}
      />
      {heldUntil && <Paragraph>{t("origin.held", { at: dayAndTime(heldUntil) })}</Paragraph>}
    </>
  );
}
