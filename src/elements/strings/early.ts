import ar from './ar.json' with { type: 'json' };
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import he from './he.json' with { type: 'json' };
import it from './it.json' with { type: 'json' };
import ja from './ja.json' with { type: 'json' };
import ko from './ko.json' with { type: 'json' };
import pt from './pt.json' with { type: 'json' };
import ru from './ru.json' with { type: 'json' };
import zhHans from './zh-Hans.json' with { type: 'json' };
import zhHant from './zh-Hant.json' with { type: 'json' };

// Strings that are drawn before those of a language are loaded: too few for a chunk of each language.

type Labels = Readonly<Record<string, string>>;

const FILES = { ar, de, en, es, fr, he, it, ja, ko, pt, ru, 'zh-Hans': zhHans, 'zh-Hant': zhHant };

function inEveryLanguage<S extends Labels>(
  read: (file: Pick<typeof en, 'launch' | 'selection'>) => S,
): Readonly<Record<string, S>> {
  return Object.fromEntries(Object.entries(FILES).map(([language, file]) => [language, read(file)]));
}

/** Labels of the launcher and the search box, in English and in German. */
export const { launcher, launcherQuotes, label: searchLabel, loadFailed } = en.launch;
export const {
  launcher: launcherInGerman,
  launcherQuotes: launcherQuotesInGerman,
  label: searchLabelInGerman,
  loadFailed: loadFailedInGerman,
} = de.launch;

const { en: _en, de: _de, ...others } = inEveryLanguage<Labels>(({ launch }) => launch);
/** The same, for pages that are neither in English nor in German. */
export const launchLabels: Readonly<Record<string, Labels>> = others;

/** Labels of the button at a selection. */
export const selectionLabels = inEveryLanguage(({ selection }) => selection);
