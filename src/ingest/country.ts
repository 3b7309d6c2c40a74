import { normaliseWords } from './translate.ts';

/** ISO 3166-1 alpha-3 codes of the countries that feeds come from. */
const ALPHA_3 = `AND AD, ARE AE, ARG AR, AUS AU, AUT AT, BEL BE, BGR BG, BRA BR, CAN CA, CHE CH, CYP CY, CZE CZ, DEU DE, DNK DK, ESP ES,
  EST EE, FIN FI, FRA FR, GBR GB, GRC GR, HRV HR, HUN HU, IRL IE, ISL IS, ITA IT, LIE LI, LTU LT, LUX LU, LVA LV, MAR MA, MCO MC, MEX MX,
  MLT MT, MUS MU, NLD NL, NOR NO, POL PL, PRT PT, ROU RO, RUS RU, SRB RS, SVK SK, SVN SI, SWE SE, THA TH, TUN TN, TUR TR, UKR UA, USA US`;

const OTHER_NAMES: Readonly<Record<string, string>> = {
  uk: 'GB',
  'great britain': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'united states of america': 'US',
  'france metropolitaine': 'FR',
  holland: 'NL',
};

const LANGUAGES = ['en', 'fr', 'es', 'de', 'it', 'pt'];

/** Excludes codes of former countries, which `Intl` maps to their successors: DD is Germany. */
const isCurrent = (code: string): boolean => new Intl.Locale(`und-${code}`).region === code;

function buildCountryNames(): Map<string, string> {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const codes = letters.flatMap((first) => letters.map((second) => first + second)).filter(isCurrent);
  const named = LANGUAGES.flatMap((language) => {
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    return codes.flatMap((code): [string, string][] => {
      const name = names.of(code);
      return name === undefined ? [] : [[normaliseWords(name), code]];
    });
  });
  const alpha3 = ALPHA_3.split(',').map((pair): [string, string] => {
    const [three = '', two = ''] = pair.trim().split(' ');
    return [three.toLowerCase(), two];
  });
  return new Map([...named, ...alpha3, ...Object.entries(OTHER_NAMES)]);
}

/** Some 2,000 names. Building them takes 20 ms, so it happens on first use. */
let names: ReadonlyMap<string, string> | undefined;

/** The alpha-2 code of a country given by code or by name: "FRA", "Spain", "España". */
export function parseCountryCode(text: string): string | undefined {
  if (/^\s*[a-z]{2}\s*$/i.test(text) && !/^\s*uk\s*$/i.test(text)) return text.trim().toUpperCase();
  names ??= buildCountryNames();
  return names.get(normaliseWords(text));
}
