import type { Random } from "@/tests/faults/random";

/** What somebody asks for, in words. */
export type MadeUp = { item: string; description: string };

const words = (text: string) => text.split(",");

const THINGS = words(
  "winter coat,bicycle,school bag,laptop,washing machine,guitar,bed,cooker,pram,wheelchair ramp,desk,hearing aid,fridge,pair of glasses,sewing machine,train ticket,football kit,course book,swimming lessons,driving test,space heater,mattress,cargo bike,violin,dictionary,tent,rain suit,set of pans,drill,camera",
);
const WHO = words(
  "my daughter,my son,the twins,my father,our choir,the neighbours,a friend,our team,myself,my mother,the class,our street,my brother,the youth club,our garden,my grandmother",
);
const NAMES = words(
  "Anna,Bilal,Chloé,Daan,Elif,Femke,Goran,Hana,Ines,Jonas,Kofi,Leila,Marek,Noor,Olga,Pim,Quirine,Rosa,Sami,Tuan,Umar,Vera,Wim,Yara,Zeynep,Amir,Bo,Cem,Dina,Emil",
);
const TOWNS = words(
  "Utrecht,Ghent,Leeuwarden,Bremen,Lille,Groningen,Antwerp,Essen,Nijmegen,Rouen,Zwolle,Kassel,Breda,Nantes,Arnhem,Leipzig,Sevilla,Bruges,Haarlem,Aachen,Tilburg,Metz,Delft,Vigo,Assen",
);
/** What everybody says; the first ones most. */
const STOCK = [
  "Every little bit helps.",
  "Thank you so much for reading this.",
  "The old one broke last week and cannot be repaired any more.",
  "Second-hand is fine.",
  "I will send a photo as soon as it is here.",
  "Even a small amount would mean a lot to us.",
  "We have nobody else to ask.",
  "Feel free to ask me anything.",
];
const WHOSE = words(
  "my daughter,my son,our neighbour,my mother,the landlord,our teacher,my colleague,the nurse,a friend from choir,the coach,my cousin,our youngest,the caretaker,my flatmate,the vicar,an old classmate,the family downstairs,my uncle,the midwife,our trainer",
);
const DOES = words(
  "lost,borrowed,repaired,sold,needs,carries,washes,shares,outgrew,painted,found,promised,paid for,cannot lift,uses,misses,returned,broke,learns with,cooks on,sleeps on,keeps,wore out,asked for,collects,cleans,started with,depends on,rides,replaced",
);
const WHAT = words(
  "the blue one,two bags of clothes,an old stove,the last pair,a rusty frame,three blankets,the only table,a cracked screen,most of the tools,her first instrument,a box of books,the front wheel,half of the kitchen,the winter tyres,a folding chair,the insulin cooler,a proper helmet,the spare key,his school uniform,the cot,a borrowed keyboard,the ladder,our curtains,the freezer,a walking frame,some garden soil,the reading lamp,a second mattress,the ticket,her work shoes",
);
const WHEN = words(
  "since the flood,before the exam in June,on every market day,after the operation,during the night shift,until the lease ends,since we left Aleppo,when it rains,for the third winter now,because of the stairs,without telling anybody,at the allotment,behind the station,next to the mosque,in the shelter,with both hands,for the naturalisation course,after eleven years,whenever the bus is late,while I am at work,to get to dialysis,for the carnival,on the way to school,in a room without heating,once the baby is here,as the doctor advised,for the apprenticeship,because the insurer refused,near the harbour,in the attic",
);
const JOINS = words("and,so,but,because,although,which is why,while,as");

/** Earlier ones are used more, as words are. */
const often = <T>(random: Random, among: readonly T[]): T =>
  among[Math.floor(random.next() ** 1.7 * among.length)] as T;

/** A request as people write them: in words of their own, with some of what everybody says. */
export function madeUpRequest(random: Random): MadeUp {
  const clause = () =>
    [random.pick(WHOSE), random.pick(DOES), random.pick(WHAT), random.pick(WHEN)].join(" ");
  const sentence = () => {
    const text = random.chance(0.5) ? clause() : `${clause()} ${random.pick(JOINS)} ${clause()}`;
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  };
  const who = `I am ${random.pick(NAMES)} from ${random.pick(TOWNS)} and ${random.whole(19, 84)}.`;
  const said = [
    ...(random.chance(0.4) ? [who] : []),
    ...Array.from({ length: random.whole(1, 4) }, sentence),
    ...(random.chance(0.6) ? [often(random, STOCK)] : []),
  ];
  return { item: `A ${often(random, THINGS)} for ${often(random, WHO)}`, description: said.join(" ") };
}

/** The same in a few other words, as somebody writes who copies it. */
export function copyOf({ item, description }: MadeUp, random: Random): MadeUp {
  const sentences = description.split(". ");
  const changed = random.whole(0, sentences.length - 1);
  const text = sentences.map((sentence, at) => (at === changed ? `Really: ${sentence}` : sentence));
  return { item, description: text.join(". ") };
}

const idOf = (kind: number) => (n: number) =>
  `00000000-000${kind}-7000-8000-${n.toString(16).padStart(12, "0")}`;

/** The ids of the nth person and of the nth request. */
export const madeUpId = { person: idOf(1), request: idOf(2) };
