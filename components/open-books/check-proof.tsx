"use client";

import { CircleCheck, CircleHelp, CircleX, LoaderCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import type { PublishedNight } from "@/lib/domain/open-books/schema";
import { send } from "@/lib/web/http";
import { Night } from "./night";

/** The file that people can read and run themselves. The bundler leaves it as it is. */
export const VERIFIER = "/verify-books.mjs";

type Check = { check: string; holds: boolean | null; of: string };
type Verifier = Record<"checkProof" | "checkConsistency", (answer: unknown) => Promise<Check[]>>;

/** What is shown, in this order. Each stands for one or more checks of the verifier. */
const STEPS = ["leaf", "sum", "root", "signature", "consistency"] as const;

type Props = {
  /** The first night in whose books the donation is, and the newest. */
  night: string;
  newest: string;
  /** Whose proof: `donationId=…`, or `token=…` of a guest's receipt. */
  query: string;
};

/** Checks in the browser that a donation is in the books, by the file that anybody can read (firsts.md, Open kas). */
export function CheckProof({ night, newest, query }: Props) {
  const t = useTranslations("openBooks.check");
  const [checks, setChecks] = useState<Check[] | "failed" | null>(null);
  useEffect(() => {
    checkAll(proofPath(night, query), newest === night ? null : consistencyPath(night, newest)).then(
      setChecks,
      () => setChecks("failed"),
    );
  }, [night, newest, query]);

  if (checks === "failed") return <p role="alert">{t("unreachable")}</p>;
  if (checks === null) {
    return (
      <p role="status" className="flex items-center gap-2">
        <LoaderCircle aria-hidden className="size-5 motion-safe:animate-spin" />
        {t("running")}
      </p>
    );
  }
  const isRight = checks.length > 0 && checks.every(({ holds }) => holds !== false);
  return (
    <div role="status" className="space-y-4">
      <p className="flex items-start gap-2 text-xl font-bold">
        <Mark holds={isRight} className="mt-0.5 size-7" />
        <span>{isRight ? t.rich("holds", { night: () => <Night night={night} /> }) : t("fails")}</span>
      </p>
      <ul className="space-y-2">
        {STEPS.map((step) => {
          const of = checks.filter(({ check }) => check === step);
          if (of.length === 0) return null;
          const holds = of.some((each) => each.holds === false) ? false : (of[0]?.holds ?? null);
          return (
            <li key={step} className="flex items-start gap-2">
              <Mark holds={holds} className="mt-0.5 size-5" />
              <span>
                {t.rich(`steps.${step}`, { count: of.length, newest: () => <Night night={newest} /> })}
                {holds === null && <> {t("unknown")}</>}
              </span>
            </li>
          );
        })}
      </ul>
      {!isRight && <p>{t("failsNext")}</p>}
      <p className="text-sm text-muted-foreground">
        {t.rich("by", {
          program: (text) => <FileLink href={VERIFIER}>{text}</FileLink>,
          proof: (text) => <FileLink href={proofPath(night, query)}>{text}</FileLink>,
          nights: (text) => <FileLink href="/api/open-books?limit=100">{text}</FileLink>,
        })}
      </p>
    </div>
  );
}

function FileLink({ href, children }: { href: string; children: React.ReactNode }) {
  return (
    <a href={href} download className="underline underline-offset-4">
      {children}
    </a>
  );
}

function Mark({ holds, className }: { holds: boolean | null; className: string }) {
  const t = useTranslations("openBooks.check");
  const Icon = holds === null ? CircleHelp : holds ? CircleCheck : CircleX;
  const color = holds === null ? "text-muted-foreground" : holds ? "text-primary" : "text-destructive";
  const name = holds === null ? "isUnknown" : holds ? "isRight" : "isWrong";
  return <Icon role="img" aria-label={t(name)} className={`shrink-0 ${color} ${className}`} />;
}

async function checkAll(proof: string, consistency: string | null): Promise<Check[]> {
  const verifier: Verifier = await import(/* webpackIgnore: true */ /* turbopackIgnore: true */ VERIFIER);
  const checks = await verifier.checkProof(await send("GET", proof));
  if (consistency === null) return checks;
  return [...checks, ...(await verifier.checkConsistency(await send("GET", consistency)))];
}

const proofPath = (night: PublishedNight["night"], query: string) =>
  `/api/open-books/${night}/proof?${query}`;
const consistencyPath = (from: string, to: string) => `/api/open-books/consistency?from=${from}&to=${to}`;
