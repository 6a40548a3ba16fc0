import { Gift, HandHeart, type LucideIcon } from "lucide-react";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { Narrow } from "@/components/shell/narrow";
import { cn } from "@/components/ui/cn";
import { db } from "@/db/client";
import { findMe } from "@/lib/domain/users/queries";
import { env } from "@/lib/ground/env";
import { requireViewer } from "@/lib/web/session";
import { titled } from "@/lib/web/titled";

const CHOICES = [
  { name: "give", href: "/", icon: Gift, className: "bg-secondary text-secondary-foreground" },
  { name: "ask", href: "/request", icon: HandHeart, className: "bg-accent-soft text-accent-foreground" },
] as const satisfies { name: string; href: string; icon: LucideIcon; className: string }[];

export const generateMetadata = titled("welcome.question");

/** What a new person chooses first, where they did not come for anything in particular. */
export default async function WelcomePage() {
  const [viewer, t] = await Promise.all([requireViewer(), getTranslations("welcome")]);
  const { email, emailConfirmed } = await findMe(db(), viewer.id);
  return (
    <Narrow>
      <div className="space-y-1 py-4 text-center sm:py-10">
        <p className="text-lg text-muted-foreground [overflow-wrap:anywhere]">
          {t("title", { name: viewer.name })}
        </p>
        <h1 className="text-3xl font-bold">{t("question")}</h1>
      </div>
      <ul className="grid gap-4 sm:grid-cols-2">
        {CHOICES.map(({ name, href, icon: Icon, className }) => (
          <li key={name}>
            <Link
              href={href}
              className={cn(
                "flex h-full flex-col items-center justify-center gap-2 rounded-2xl border p-6 text-center transition-transform hover:scale-[1.02] active:scale-[0.98] sm:min-h-64",
                className,
              )}
            >
              <Icon aria-hidden className="size-12" strokeWidth={1.5} />
              <span className="text-2xl font-bold">{t(`${name}.title`)}</span>
              <span className="max-w-64">{t(`${name}.text`)}</span>
            </Link>
          </li>
        ))}
      </ul>
      <p className="mt-4 text-center text-muted-foreground">{t("both")}</p>
      {!emailConfirmed && email !== "" && env().mail !== null && (
        <p className="mt-4 text-center text-sm text-muted-foreground [overflow-wrap:anywhere]">
          {t("mail", { email })}
        </p>
      )}
    </Narrow>
  );
}
