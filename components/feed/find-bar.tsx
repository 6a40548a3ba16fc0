import { type LucideIcon, MapPin, Search, X } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { TabPending } from "@/components/shell/tab-pending";
import { cn } from "@/components/ui/cn";
import { Input } from "@/components/ui/input";
import { FILTERS, type Filter, SORTS } from "@/lib/domain/finding/rules";
import { CATEGORIES } from "@/lib/ground/vocabulary";
import { type Asked, findHref, findQuery, NOTHING_ASKED } from "./find-href";
import { NearHere } from "./near-here";

/** What scrolls beyond the edge of a phone, with room for the ring of what is focused. */
const ROW = "-mx-4 -my-1 flex gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] sm:-mx-1 sm:px-1";

/**
 * The feed's one line to find somebody to help by (giving.md, Finding): a field and the categories. Rendered on the
 * server, without a script of its own. Once something is asked, the filters and the order are below it.
 */
export function FindBar({ asked }: { asked: Asked | null }) {
  const t = useTranslations("find");
  const now = asked ?? NOTHING_ASKED;
  return (
    <search className="flex flex-col gap-2">
      <div className={ROW}>
        <FindField
          asked={{ ...now, q: "" }}
          icon={Search}
          className="w-40 shrink-0 grow sm:w-56"
          key={now.q}
          name="q"
          type="search"
          aria-label={t("field")}
          placeholder={t("placeholder")}
          defaultValue={now.q}
          maxLength={100}
          autoComplete="off"
        />
        <nav aria-label={t("categories")} className="contents">
          {CATEGORIES.map((category) => (
            <Chip
              key={category}
              href={findHref({ ...now, category: category === now.category ? null : category })}
              isOn={category === now.category}
            >
              {t(`category.${category}`)}
            </Chip>
          ))}
        </nav>
      </div>
      {asked && <Narrowing asked={asked} />}
    </search>
  );
}

/** The filters, which can be combined, and the order; none of them heeds boosts and plans, which is said. */
function Narrowing({ asked }: { asked: Asked }) {
  const t = useTranslations("find");
  return (
    <>
      <nav aria-label={t("filters")} className={ROW}>
        {FILTERS.map((filter) => {
          const isOn = asked.filters.includes(filter);
          return (
            <Chip
              key={filter}
              href={findHref({ ...asked, filters: toggled(asked.filters, filter) })}
              isOn={isOn}
            >
              {t(`filter.${filter}`)}
            </Chip>
          );
        })}
      </nav>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
        <FindField
          asked={{ ...asked, near: null }}
          icon={MapPin}
          className="w-44"
          key={asked.near?.id}
          name="place"
          aria-label={t("near")}
          placeholder={t("near")}
          defaultValue={asked.unknownPlace ?? asked.near?.name}
          aria-invalid={asked.unknownPlace !== null}
          aria-describedby={asked.unknownPlace === null ? undefined : "unknown-place"}
          maxLength={60}
          autoComplete="address-level2"
        />
        <NearHere query={findQuery({ ...asked, near: null }).toString()} />
        {asked.unknownPlace !== null && (
          <p id="unknown-place" role="alert" className="text-destructive">
            {t("unknownPlace")}
          </p>
        )}
        {asked.near === null && <Order asked={asked} />}
        <p className="text-muted-foreground">{t("unboosted")}</p>
        <Link
          href="/"
          prefetch={false}
          className="ml-auto inline-flex min-h-11 items-center gap-1 font-semibold underline-offset-4 hover:underline"
        >
          <X aria-hidden className="size-4" />
          {t("everything")}
          <TabPending href="/" />
        </Link>
      </div>
    </>
  );
}

/** The order of what is found; near a town the nearest is first. */
function Order({ asked }: { asked: Asked }) {
  const t = useTranslations("find");
  return (
    <nav aria-label={t("order")} className="flex flex-wrap gap-x-4">
      {SORTS.map((sort) => (
        <Link
          key={sort}
          href={findHref({ ...asked, sort })}
          prefetch={false}
          aria-current={sort === asked.sort ? "true" : undefined}
          className={cn(
            "inline-flex min-h-11 items-center underline-offset-4",
            sort === asked.sort ? "font-semibold" : "text-muted-foreground underline",
          )}
        >
          {t(`sort.${sort}`)}
          <TabPending href="/" />
        </Link>
      ))}
    </nav>
  );
}

type FieldProps = ComponentProps<typeof Input> & { asked: Asked; icon: LucideIcon; className: string };

/** A form of one field; what else is asked stays asked. */
function FindField({ asked, icon: Icon, className, ...input }: FieldProps) {
  return (
    <form method="get" action="/" className={cn("relative", className)}>
      {[...findQuery(asked)].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Icon aria-hidden className="absolute top-3 left-3.5 size-5 text-muted-foreground" />
      <Input enterKeyHint="search" className="min-h-11! rounded-full! pl-10!" {...input} />
    </form>
  );
}

const toggled = (filters: readonly Filter[], filter: Filter) =>
  filters.includes(filter) ? filters.filter((each) => each !== filter) : [...filters, filter];

function Chip({ href, isOn, children }: { href: string; isOn: boolean; children: string }) {
  return (
    <Link
      href={href}
      prefetch={false}
      aria-current={isOn ? "true" : undefined}
      className={cn(
        "inline-flex min-h-11 shrink-0 items-center rounded-full border px-3 text-sm font-medium whitespace-nowrap",
        isOn ? "border-primary bg-secondary text-secondary-foreground ring-1 ring-primary" : "bg-card",
      )}
    >
      {children}
      <TabPending href="/" />
    </Link>
  );
}
