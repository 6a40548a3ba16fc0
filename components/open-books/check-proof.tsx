"use client";

import { CircleCheck, CircleHelp, CircleX, LoaderCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useMoney } from "@/components/shared/use-money";
import type { Proof, PublishedNight } from "@/lib/domain/open-books/schema";
import { send } from "@/lib/web/http";
import { Night } from "./night";

/** The file that people can read and run themselves. The bundler leaves it as it is. */
export const VERIFIER = "/verify-books.mjs";

type Leaf = Proof["leaves"][number];
type Check = { check: string; holds: boolean | null; of: string };
type Verifier = Record<"checkProof" | "checkConsistency", (answer: unknown) => Promise<Check[]>>;

/** What is shown, in this order. Each stands for one or more checks of the verifier. */
const STEPS = ["donation", "leaf", "sum", "root", "signature", "consistency"] as const;

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
  const money = useMoney();
  const [checked, setChecked] = useState<{ checks: Check[]; leaves: Leaf[] } | "failed" | null>(null);
  useEffect(() => {
    checkAll(proofPath(night, query), newest === night ? null : consistencyPath(night, newest)).then(
      setChecked,
      () => setChecked("failed"),
    );
  }, [night, newest, query]);

  if (checked === "failed") return <p role="alert">{t("unreachable")}</p>;
  if (checked === null) {
    return (
      <p role="status" className="flex items-center gap-2">
        <LoaderCircle aria-hidden className="size-5 motion-safe:animate-spin" />
        {t("running")}
      </p>
    );
  }
  const { checks, leaves } = checked;
  const amounts = { paid: money(paidIn(leaves, "donor")), given: money(paidIn(leaves, "recipient")) };
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
                {t.rich(`steps.${step}`, {
                  ...amounts,
                  count: of.length,
                  newest: () => <Night night={newest} />,
                })}
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

/** What was first paid on an account, in cents, without its sign. */
function paidIn(leaves: readonly Leaf[], account: string): number {
  const entries = leaves.map(
    ({ entry }) => JSON.parse(entry) as { kind: string; account: string; amount: number },
  );
  return Math.abs(
    entries.find((each) => each.account === account && ["donation", "uncredited"].includes(each.kind))
      ?.amount ?? 0,
  );
}

async function checkAll(path: string, consistency: string | null) {
  const verifier: Verifier = await import(/* webpackIgnore: true */ /* turbopackIgnore: true */ VERIFIER);
  const proof = await send<Proof>("GET", path);
  const checks = await verifier.checkProof(proof);
  if (consistency !== null) {
    checks.push(...(await verifier.checkConsistency(await send("GET", consistency))));
  }
  return { checks, leaves: proof.leaves };
}

const proofPath = (night: PublishedNight["night"], query: string) =>
  `/api/open-books/${night}/proof?${query}`;
const consistencyPath = (from: string, to: string) => `/api/open-books/consistency?from=${from}&to=${to}`;
