import { wordsOf } from './searchable-text.ts';

/**
 * Names of one subject that chapters of documentations have and readers type, a line for each subject, by language; after a semicolon
 * those that only headings have. Not among them are names with which every second section begins (options, properties), that mean
 * something else as well, or that differ in few letters: a word that is indexed is not corrected.
 */
const SUBJECTS = {
  de: `
    Erste Schritte, Einrichtung, Einrichten, Installation, Installieren, Schnellstart, Einstieg, Loslegen, Install, Setup, Quickstart, Getting started
    Dunkelmodus, Dark Mode, Hell und dunkel, Dunkles Design, Dunkles Farbschema, Farbschema, Nachtmodus
    Aktualisieren, Aktualisierung, Upgrade, Update, Neue Versionen
    Anmeldung, Anmelden, Einloggen, Login, Authentifizierung
    Befehlszeile, Kommandozeile, CLI
    Tastenkürzel, Tastenkombinationen, Kurzbefehle, Shortcuts; Tasten
    Barrierefreiheit, Accessibility, A11y
    Fehlersuche, Fehlerbehebung, Problemlösung, Troubleshooting
    Häufige Fragen, FAQ
    Änderungen, Änderungsprotokoll, Changelog, Versionshinweise, Release Notes
    Umgebungsvariablen, Environment variables
    Aussehen, Gestaltung, Theming, Themes, Styling`,
  en: `
    getting started, quick start, installation, install, installing, setup; get started, quickstart, set up, setting up, first steps
    dark mode, dark theme, night mode; light and dark, dark and light, light and dark mode
    upgrade, upgrading, updating; upgrade guide, new versions
    authentication, authenticate, login, auth; log in, sign in
    command line, command line interface, cli
    accessibility, a11y
    keyboard shortcuts, hotkeys, key bindings, keybindings; shortcuts
    troubleshooting; common problems, common issues, known issues
    faq, frequently asked questions
    changelog, release notes; what's new, version history
    environment variables, env vars
    pricing, cost; plans and pricing
    theming, themes, styling, appearance, custom css
    uninstall, uninstalling, uninstallation
    kubernetes, k8s
    postgresql, postgres
    content security policy, csp
    single sign-on, sso
    two-factor authentication, 2fa, mfa
    server-side rendering, ssr
    static site generation, ssg
    continuous integration, ci`,
  es: `
    primeros pasos, instalación, instalar, inicio rápido, comenzar, empezar, configuración inicial
    modo oscuro, tema oscuro, claro y oscuro
    actualizar, actualización, migrar`,
  fr: `
    premiers pas, installation, installer, démarrage rapide, prise en main, bien démarrer, commencer
    mode sombre, thème sombre, clair et sombre
    mise à jour, mettre à jour, mise à niveau`,
  it: `
    primi passi, installazione, installare, guida rapida, per iniziare, iniziare
    modalità scura, tema scuro, chiaro e scuro
    aggiornamento, aggiornare`,
  ja: `
    はじめに, インストール, セットアップ, クイックスタート, 導入
    ダークモード, ダークテーマ
    アップグレード, 更新`,
  pt: `
    primeiros passos, instalação, instalar, início rápido, introdução, começar
    modo escuro, tema escuro, claro e escuro
    atualizar, atualização`,
  zh: `
    快速开始, 快速上手, 入门, 安装, 开始使用
    深色模式, 暗黑模式, 暗色主题
    升级, 更新`,
} as const;

/** Maximum number of words beside such a name in a longer heading: "Getting started with Orbit". */
const MAX_OTHER_WORDS = 3;

/** Folded names of a subject. */
interface Subject {
  /** In queries and headings. */
  names: string[];
  /** In headings only. */
  others: string[];
}

let subjects: Subject[] | undefined;

/**
 * Return the words by which readers look for what a heading names, and that it does not have: `installation` and others for "Getting
 * started". They are indexed with the heading, because few pages about a subject use each of its names. Two words are returned as one,
 * which a query of these two finds, so that neither of them is found alone.
 *
 * @param isTitle whether it is the title of a page, which may end with the name: "Orbit: quick start", but not "Basic test setup"
 */
export function headingSynonyms(heading: string, isTitle: boolean): string[] {
  const words = wordsOf(heading);
  if (words.length === 0) return [];
  subjects ??= Object.values(SUBJECTS).flatMap((text) => text.trim().split('\n').map(readSubject));
  const text = ` ${words.join(' ')} `;
  const isNamed = (name: string): boolean =>
    words.length <= name.split(' ').length + MAX_OTHER_WORDS &&
    (text.startsWith(` ${name} `) || (isTitle && text.endsWith(` ${name} `)));
  const found = subjects.filter(({ names, others }) => [...names, ...others].some(isNamed));
  return [...new Set(found.flatMap(({ names }) => names))]
    .filter((name) => name.split(' ').length <= 2 && !text.includes(` ${name} `))
    .map((name) => name.replace(' ', ''));
}

function readSubject(line: string): Subject {
  const [names = [], others = []] = line
    .split(';')
    .map((list) => list.split(',').map((name) => wordsOf(name).join(' ')));
  return { names, others };
}
