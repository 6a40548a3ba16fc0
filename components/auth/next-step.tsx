import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";

const PATHS = {
  login: "/auth",
  home: "/",
  security: "/settings/security",
  newLink: "/forgot-password",
  newCancelLink: "/cancel",
} as const;

export type Step = keyof typeof PATHS;

/** A link to the next page, by a full page load: sessions may have ended. */
export function NextStep({ step, isSecond = false }: { step: Step; isSecond?: boolean }) {
  const t = useTranslations("access");
  return (
    <Button asChild size="lg" variant={isSecond ? "outline" : "default"} className="w-full">
      <a href={PATHS[step]}>{t(step)}</a>
    </Button>
  );
}
