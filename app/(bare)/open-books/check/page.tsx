import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { CheckProof } from "@/components/open-books/check-proof";
import { ClientMessages } from "@/components/shared/client-messages";
import { Card } from "@/components/ui/card";
import { db } from "@/db/client";
import { readReceiptToken } from "@/lib/domain/given/receipt-token";
import { findNightFor, listNights } from "@/lib/domain/open-books/queries";
import { AppError } from "@/lib/ground/errors";
import { loginPath } from "@/lib/web/safe-path";
import { currentViewer } from "@/lib/web/session";
import { HIDDEN, titled } from "@/lib/web/titled";

/** The address may have a receipt's token: it must not reach other sites. */
export const generateMetadata = titled("openBooks.check.title", HIDDEN);

/** Where a browser checks that a donation is in the published books (firsts.md, Open kas). */
export default async function CheckPage({ searchParams }: PageProps<"/open-books/check">) {
  const [{ donationId, token }, viewer, t] = await Promise.all([
    searchParams,
    currentViewer(),
    getTranslations("openBooks.check"),
  ]);
  const ofReceipt = typeof token === "string" ? readReceiptToken(token) : null;
  const id = ofReceipt ?? (typeof donationId === "string" ? donationId : "");
  const reader = ofReceipt ? { isReceipt: true as const } : viewer && { viewerId: viewer.id };
  const query = ofReceipt ? `token=${token}` : `donationId=${id}`;
  const night = reader && (await findNightFor(db(), reader, id).catch(asUnknown));
  const [newest] = (await listNights(db(), { limit: 1 })).items;
  return (
    <Card className="space-y-5">
      <h1 className="text-2xl font-bold">{t("title")}</h1>
      {typeof night === "string" && newest ? (
        <ClientMessages namespaces={["openBooks.check"]}>
          <CheckProof night={night} newest={newest.night} donationId={id} query={query} />
        </ClientMessages>
      ) : (
        <p>{reader === null ? t("visitor") : night === null ? t("notYet") : t("nothing")}</p>
      )}
      <p className="flex flex-wrap gap-x-4 gap-y-2">
        {reader === null && id !== "" && (
          <Link
            href={loginPath(`/open-books/check?donationId=${id}`)}
            className="underline underline-offset-4"
          >
            {t("login")}
          </Link>
        )}
        <Link href="/open-books" className="underline underline-offset-4">
          {t("toBooks")}
        </Link>
      </p>
    </Card>
  );
}

function asUnknown(error: unknown): undefined {
  if (error instanceof AppError && error.code === "NOT_FOUND") return undefined;
  throw error;
}
