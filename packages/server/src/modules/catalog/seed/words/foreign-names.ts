// Owns the names in other languages, some of which need an A-label: written by hand, since word rules differ by language.
import { splitLines } from './category-words.ts'

export interface ForeignName {
  /** Unicode; hyphens as registered. */
  label: string
  language: string
  meaning: string
  category: string
  tlds: readonly string[]
}

/** label | meaning | category | endings, under the language they belong to. */
const NAMES_BY_LANGUAGE: Readonly<Record<string, string>> = {
  Spanish: `
    viajes-españa | Spain trips | travel | es com
    rutasdelsur | routes of the south | travel | com es
    maletalista | suitcase ready | travel | com
    cochesusados24 | used cars around the clock | cars | es com
    cocinacasera | home cooking | food | com es
    panartesano | artisan bread | food | es com
    cafédelbarrio | neighbourhood coffee | food | es com
    saborcriollo | creole flavour | food | com
    mascotafeliz | happy pet | pets | com es
    jardínverde | green garden | garden | es com
    floresparati | flowers for you | garden | com
    casaybarro | house and clay | home | com es
    muebleslindos | pretty furniture | home | com
    bodasdeensueño | dream weddings | wedding | com es
    niñosfelices | happy children | kids | es com
    juguetesymás | toys and more | kids | com
    empleoya | a job now | jobs | com es
    abogadosmadrid | Madrid lawyers | law | es com
    pisosbarcelona | Barcelona flats | real-estate | es com
    energíalimpia | clean energy | energy | es com
    solyviento | sun and wind | energy | com
    aprendejugando | learn by playing | education | com es
    dinerofácil | easy money | finance | com
    futboltotal | total football | sports | com es
    bellezapura | pure beauty | beauty | com
    corazónsano | healthy heart | health | es com`,
  French: `
    voyages-bretagne | Brittany trips | travel | fr com
    évasiondouce | gentle escape | travel | fr com
    boulangeriedupont | the baker by the bridge | food | fr com
    pâtisseriefine | fine pastry | food | fr com
    crêperiedeslacs | crêperie of the lakes | food | fr
    tablerustique | rustic table | food | com fr
    maisonclaire | bright house | home | fr com
    meublesdeco | furniture and décor | home | fr com
    jardinsauvage | wild garden | garden | fr com
    fleursdechamps | flowers of the fields | garden | fr com
    mariagechic | chic wedding | wedding | fr com
    beautédivine | divine beauty | beauty | fr com
    modeparisienne | Parisian fashion | fashion | com fr
    énergie-verte | green energy | energy | fr com
    avocatlyon | Lyon lawyer | law | fr com
    immobilierlyon | Lyon property | real-estate | fr com
    emploirapide | quick job | jobs | fr com
    chienheureux | happy dog | pets | fr com
    santéfamille | family health | health | fr com
    écoledemain | the school of tomorrow | education | fr com
    musiquelibre | free music | music | fr com
    vélociné | bicycle and cinema | media | fr`,
  German: `
    münchen-reisen | Munich travel | travel | de com
    zürich-hotels | Zurich hotels | travel | ch com
    alpenurlaub | Alpine holiday | travel | de com
    autoglück | luck with cars | cars | de com
    gebrauchtwagen24 | used cars around the clock | cars | de
    bäckerei-köln | Cologne bakery | food | de com
    frühstückstisch | breakfast table | food | de
    kaffeerösterei | coffee roastery | food | de com
    küchenträume | kitchen dreams | home | de com
    möbelhaus-nord | furniture house of the north | home | de
    gemütlichwohnen | cosy living | home | de com
    gartenfreude | garden joy | garden | de com
    blumengruß | greeting of flowers | garden | de
    hundeschule24 | dog school around the clock | pets | de com
    pfotenliebe | love of paws | pets | de com
    hochzeitsfest | wedding feast | wedding | de com
    kinderspaß | fun for children | kids | de com
    schönheitspflege | beauty care | beauty | de
    fußballfieber | football fever | sports | de com
    sonnenstrom | solar power | energy | de com
    wärmewende | the shift to clean heat | energy | de
    rechtsanwalt-bonn | Bonn lawyer | law | de
    wohnungsbörse | exchange of flats | real-estate | de com
    traumjobs | dream jobs | jobs | de com
    lernwerkstatt | learning workshop | education | de com
    geldanlage-klar | clear investing | finance | de
    gesundbleiben | staying healthy | health | de com
    straßenkunst | street art | art | de com`,
  Italian: `
    viaggiolento | slow journey | travel | it com
    dolcevacanza | sweet holiday | travel | it com
    cucinadinonna | grandmother's kitchen | food | it com
    caffèbuono | good coffee | food | it com
    panefresco | fresh bread | food | it com
    casabella24 | beautiful house around the clock | home | it
    giardinosegreto | secret garden | garden | it com
    modaitaliana24 | Italian fashion around the clock | fashion | it com
    cuciremoda | sewing fashion | fashion | it
    bellezzanaturale | natural beauty | beauty | it com
    macchinausata | used car | cars | it
    matrimonioperfetto | perfect wedding | wedding | it com
    cagnolinofelice | happy little dog | pets | it
    casevacanza-roma | Rome holiday homes | real-estate | it com
    qualitàdivita | quality of life | health | it
    musicaviva | living music | music | it com
    cittàdigitale | digital city | software | it com
    lavorosubito | a job at once | jobs | it com`,
  Portuguese: `
    viagensdosul | journeys of the south | travel | com com.br
    são-paulo-hotéis | São Paulo hotels | travel | com.br com
    pãoquente | hot bread | food | com.br com
    cozinhadavovó | grandma's kitchen | food | com.br com
    caféserrano | mountain coffee | food | com.br
    carrosbons | good cars | cars | com.br com
    lardocelar | home sweet home | home | com com.br
    jardimtropical | tropical garden | garden | com com.br
    cãesegatos | dogs and cats | pets | com.br com
    noivafeliz | happy bride | wedding | com com.br
    belezanatural | natural beauty | beauty | com.br com
    futebolarte | football as art | sports | com com.br
    energiadosol | energy of the sun | energy | com com.br
    advogadosrio | Rio lawyers | law | com.br
    imóveisbrasil | Brazil property | real-estate | com.br com
    empregojá | a job now | jobs | com.br
    educaçãoaberta | open education | education | com.br com
    saúdeviva | living health | health | com.br com
    músicaboa | good music | music | com.br`,
}

export const FOREIGN_NAMES: readonly ForeignName[] = Object.entries(NAMES_BY_LANGUAGE).flatMap(([language, text]) =>
  splitLines(text).map((line) => {
    const [label, meaning, category, tlds] = line.split(' | ')
    if (!label || !meaning || !category || !tlds) throw new Error(`The line "${line}" needs four parts.`)
    return { label, language, meaning, category, tlds: tlds.split(' ') }
  }),
)
