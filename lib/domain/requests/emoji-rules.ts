import type { Locale } from "@/lib/ground/vocabulary";

/** The letters of each language that have no accent to leave out. A language here needs its words below. */
const SPELLED: Record<Locale, Record<string, string>> = { en: {}, nl: {}, es: {}, fr: {}, de: { ß: "ss" } };

/**
 * Words of things that people ask for, in every language, without accents. A word also matches its plural, and a
 * longer one for compounds that begin or end with it.
 */
const WORDS: Record<string, string> = {
  "🧥": "coat jacket raincoat jas jassen winterjas mantel jacke winterjacke manteau veste abrigo chaqueta clothes clothing kleding kleren kleidung vetement ropa",
  "👟": "shoe sneaker trainers schoen schoenen schuh schuhe chaussure zapato zapatilla zapatos",
  "🥾": "boot boots laars laarzen stiefel bottes botas",
  "👓": "glasses spectacles bril leesbril brille lunettes gafas anteojos lenses contactlenzen kontaktlinsen",
  "🦻": "hearing hoortoestel gehoor horgerat horhilfe auditif audifono",
  "🦷": "dentist dental tooth tandarts gebit zahnarzt zahn dentiste dentaire dentista dental",
  "💊": "medicine medication medicijn medicijnen medikament medicament medicamento pharmacy apotheek apotheke pharmacie farmacia",
  "🦽": "wheelchair rolstoel rollstuhl fauteuil silla",
  "🚲": "bike bicycle cycle fiets bakfiets fahrrad lastenrad velo bicyclette bici bicicleta",
  "🚗": "car auto wagen voiture coche carro driving rijbewijs rijles fahrschule fuhrerschein permis cars",
  "🚆": "train trein zug bahn tren ticket treinkaartje fahrkarte billet billete reis reise voyage viaje trip travel",
  "🚌": "bus autobus",
  "👶": "baby pram stroller kinderwagen buggy poussette cochecito bebe bebes diaper luiers windeln couches panales",
  "🧸": "toy toys speelgoed spielzeug jouet juguete",
  "🎒": "backpack rucksack rugzak schooltas schultasche cartable mochila school schoolspullen schule ecole rentree escuela escolar colegio",
  "📚": "book boek boeken buch bucher livre libro textbook schoolboek",
  "🎓": "course study studie cursus opleiding kurs ausbildung formation etudes curso estudios university universiteit universidad tuition",
  "💻": "laptop computer notebook ordinateur ordenador portatil chromebook tablet tablette",
  "📱": "phone smartphone telefoon telefon telephone telefono movil handy",
  "🎻": "violin viool geige violon violin violoncello cello",
  "🎸": "guitar gitaar gitarre guitare guitarra",
  "🎹": "piano keyboard klavier",
  "🥁": "drum drums drumstel schlagzeug batterie bateria",
  "🎨": "paint paints paintbrush verf schilderen farbe farben malen peinture pintura pinturas art",
  "⚽": "football soccer voetbal fussball futbol balon",
  "🏊": "swim swimming zwemles zwemmen schwimm natation natacion",
  "🧵": "sewing naaimachine naaien nahmaschine nahen couture coser",
  "🧰": "tool tools gereedschap werkzeug outil herramienta",
  "🛠️": "repair reparatie reparatur reparation reparacion renovate renovation verbouwing",
  "🧺": "washing washer wasmachine waschmaschine lavadora laundry dryer droger trockner linge",
  "🧊": "fridge refrigerator freezer koelkast vriezer kuhlschrank frigo refrigerateur nevera frigorifico",
  "🍳": "cooker stove oven fornuis kookplaat herd backofen cuisiniere horno cocina kitchen keuken kuche cuisine",
  "🥕": "food groceries meal meals boodschappen eten voedsel maaltijd lebensmittel essen mahlzeit nourriture courses repas comida alimentos compra",
  "🎂": "birthday cake verjaardag taart geburtstag kuchen anniversaire gateau cumpleanos tarta",
  "🎄": "christmas kerst kerstmis weihnachten weihnacht noel navidad",
  "🛏️": "bed beds matras mattress matratze bett matelas colchon cama",
  "🛋️": "sofa couch meubel meubels mobel meuble muebles sillon furniture",
  "🪑": "chair stoel stuhl chaise table tafel tisch mesa desk bureau schreibtisch escritorio",
  "🏠": "rent rental huur miete loyer alquiler deposit borg kaution caution fianza house home huis haus maison casa",
  "🔥": "heating heater heat gas verwarming kachel heizung chauffage calefaccion estufa",
  "💡": "energy electricity energie stroom strom electricite electricidad luz lamp lampe lampara",
  "🐕": "dog dogs hond hund chien perro puppy",
  "🐈": "cat cats kat katze chat gato kitten",
  "🐾": "vet dierenarts tierarzt veterinaire veterinario pet huisdier haustier",
  "🌱": "garden tuin garten jardin huerto plants planten pflanzen plantes plantas",
  "📷": "camera fotocamera kamera",
  "⛺": "camp camping kamp zeltlager holiday vakantie urlaub ferien vacances vacaciones tent zelt tente",
  "⚖️": "lawyer legal advocaat anwalt avocat abogado visa visum passport paspoort reisepass passeport pasaporte",
  "🩺": "doctor therapy therapie arts arzt medecin medico terapia physio fysio hospital ziekenhuis krankenhaus hopital treatment behandeling behandlung traitement tratamiento",
};

/** For what has none of these words. */
const NEUTRAL = ["🌻", "🤝", "💚", "🌈", "☀️"] as const;

/** Words of at least so many letters are found at the beginning and at the end of others. */
const SHORTEST_PART = 5;
/** Shorter ones only with the ending of a plural: "hund" is in "Hunde", but not in "hundred". */
const PLURAL_ENDING = 2;
const SHORTEST_SINGULAR = 4;

const EMOJIS = new Map(
  Object.entries(WORDS).flatMap(([emoji, words]) => words.split(" ").map((word) => [word, emoji] as const)),
);

/** The emoji for a request without a photo: by the first word of the item that is known, else by its id. */
export function itemEmoji(item: string, id: string): string {
  for (const word of wordsOf(item)) {
    const emoji = emojiOf(word);
    if (emoji) return emoji;
  }
  return NEUTRAL[Number.parseInt(id.slice(-4), 16) % NEUTRAL.length] ?? NEUTRAL[0];
}

const LETTERS: Record<string, string> = Object.assign({}, ...Object.values(SPELLED));

const wordsOf = (text: string) =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/\p{L}/gu, (letter) => LETTERS[letter] ?? letter)
    .match(/\p{L}+/gu) ?? [];

/** By the longest known word that it is, begins with or ends with. */
function emojiOf(word: string): string | undefined {
  for (let length = word.length; length >= SHORTEST_PART; length -= 1) {
    const found = EMOJIS.get(word.slice(0, length)) ?? EMOJIS.get(word.slice(-length));
    if (found) return found;
  }
  const isPlural = word.length > SHORTEST_SINGULAR && word.length <= SHORTEST_SINGULAR + PLURAL_ENDING;
  return EMOJIS.get(isPlural ? word.slice(0, SHORTEST_SINGULAR) : word);
}
