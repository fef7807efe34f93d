/** Who may import whom. The reasons are printed with every breach. */
/** Where plugins lie: those of the product, and examples, which are held to the same. */
const PLUGINS = '^(?:plugins|docs/examples)'
const UI = `^(ui-admin|ui-store)/|${PLUGINS}/[^/]+/(admin|store)/`
/** Commands of plugins, run by the command line alone. */
const CLI = `${PLUGINS}/[^/]+/cli/`
const SERVER_PACKAGES =
  'node_modules/(fastify|@fastify/[^/]+|knex|pg|graphile-worker|tsyringe|exceljs|sharp|nodemailer|commander|inquirer)/'

/** The lower two layers of the kernel, see core/README.md: what needs no kernel to be used, and what plugins declare. */
const VALUES =
  '^core/((config|parse-minutes|money|root|services|week|api-types|site-types)\\.ts|shop\\.mjs|(db|fields|field-types|text)/|[^/]+/api-types\\.ts' +
  '|access/(password|permission|seal|session-kind|sign|network|token)\\.ts|events/(events|job-definition)\\.ts|file/(file-type|svg)\\.ts' +
  '|http/(errors|outgoing|filter-by-shape|shapes)\\.ts|i18n/(i18n|locale)\\.ts|model/graph\\.ts|plugin/manifest-types\\.ts)'
const DECLARATIONS =
  '^core/(context\\.ts|(plugin|resource|setting)/define\\.ts|plugin/contributions\\.ts|resource/(hooks|transfer-def)\\.ts|events/job\\.ts|http/route\\.ts)'

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'core-stands-alone',
      comment: 'The kernel knows no plugin, no page and no command; they register with it.',
      severity: 'error',
      from: { path: '^core/' },
      to: { path: '^(plugins|cli|ui-admin|ui-store|tests)/' },
    },
    {
      name: 'values-know-no-kernel',
      comment: 'Values, texts and statements are the lowest layer of the kernel: they work without a product that runs.',
      severity: 'error',
      from: { path: VALUES },
      to: { path: '^core/', pathNot: VALUES },
    },
    {
      name: 'declarations-know-no-engine',
      comment: 'What plugins declare is read by the parts of the kernel above it; parts add themselves to Kernel, see core/context.ts.',
      severity: 'error',
      from: { path: DECLARATIONS },
      to: { path: '^core/', pathNot: `${VALUES}|${DECLARATIONS}` },
    },
    {
      name: 'plugins-use-the-public-kernel',
      comment:
        'A plugin imports stoa (and stoa/engine, when it works on every resource alike) and nothing behind it, so that the kernel can change inside.',
      severity: 'error',
      from: { path: `${PLUGINS}/`, pathNot: `${UI}|/tests/|\\.test\\.tsx?$` },
      to: { path: '^core/', pathNot: '^core/(index\\.ts|engine\\.ts|events/|money\\.ts|api-types\\.ts|thread/serve\\.ts)' },
    },
    {
      name: 'plugins-meet-at-their-index',
      comment: 'Of another plugin only index.ts may be imported.',
      severity: 'error',
      from: { path: `${PLUGINS}/([^/]+)/`, pathNot: UI },
      to: { path: `${PLUGINS}/`, pathNot: `${PLUGINS}/$1/|${PLUGINS}/[^/]+/index\\.ts$` },
    },
    {
      name: 'pages-of-plugins-meet-at-their-index',
      comment: 'A page of a plugin imports admin/index.ts or store/index.ts of another one, and types from its index.ts.',
      severity: 'error',
      from: { path: `${PLUGINS}/([^/]+)/(admin|store)/` },
      to: { path: `${PLUGINS}/`, pathNot: `${PLUGINS}/$1/|${PLUGINS}/[^/]+/($2/)?index\\.ts$` },
    },
    {
      name: 'shells-meet-plugins-at-their-index',
      comment: 'The shells find screens of plugins by their names; what they know of a plugin beside that is types of its index.ts.',
      severity: 'error',
      from: { path: '^ui-(admin|store)/' },
      to: { path: '^plugins/', pathNot: '^plugins/[^/]+/index\\.ts$' },
    },
    {
      name: 'common-parts-know-no-widget',
      comment:
        'What all of the admin is built of lies in common/ and knows only the API, texts and the session: fields, forms and lists use it.',
      severity: 'error',
      from: { path: '^ui-admin/src/common/' },
      to: { path: '^ui-admin/', pathNot: '^ui-admin/src/(common|api|i18n|state)/' },
    },
    {
      name: 'plugins-know-no-command-or-shell',
      comment: 'Commands and the shells of the pages find plugins, not the other way round.',
      severity: 'error',
      from: { path: `${PLUGINS}/`, pathNot: `${UI}|/tests/|${CLI}` },
      to: { path: '^(cli|ui-admin|ui-store|tests)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'commands-of-plugins-use-the-kit',
      comment: 'A command a plugin brings is made with cli/kit.ts, so that the command line can change inside.',
      severity: 'error',
      from: { path: CLI },
      to: { path: '^(cli|ui-admin|ui-store|tests)/', pathNot: '^cli/kit\\.ts$' },
    },
    {
      name: 'entries-of-commands-load-nothing',
      comment: 'Help reads cli/index.ts of every plugin: what it imports, every call of stoa waits for.',
      severity: 'error',
      from: { path: `${PLUGINS}/[^/]+/cli/index\\.ts$` },
      to: { dependencyTypesNot: ['type-only', 'dynamic-import'] },
    },
    {
      name: 'commands-know-no-plugin',
      comment: 'The command line finds commands in the plugins that own them; what it does itself, it does for all.',
      severity: 'error',
      from: { path: '^cli/' },
      to: { path: '^plugins/' },
    },
    {
      name: 'pages-hold-no-server-code',
      comment: 'What a page imports is sent to browsers; only types may come from the server. Domain rules are pure and may.',
      severity: 'error',
      from: { path: UI, pathNot: '\\.test\\.tsx?$|vite\\.config\\.ts$|^ui-store/(server|build)/' },
      to: {
        path: `^(core|cli|migrations|plugins|docs/examples)/|${SERVER_PACKAGES}`,
        pathNot: `${PLUGINS}/[^/]+/(admin|store|locales|domain)/|^core/(money\\.ts|parse-minutes\\.ts|week\\.ts|locales/)`,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'admin-and-store-are-two-programs',
      comment: 'Code of one face would end up in the bundle of the other.',
      severity: 'error',
      from: { path: `^ui-(admin|store)/|${PLUGINS}/[^/]+/(admin|store)/` },
      to: {
        path: `^ui-(admin|store)/|${PLUGINS}/[^/]+/(admin|store)/`,
        pathNot: `^ui-$1/|${PLUGINS}/[^/]+/$1/|^ui-$2/|${PLUGINS}/[^/]+/$2/`,
      },
    },
    {
      name: 'domain-is-pure',
      comment:
        'Rules of business run without server, database and clock, so that they can be tested bare. A library that only reckons with days and zones is as bare.',
      severity: 'error',
      from: { path: `${PLUGINS}/([^/]+)/domain/`, pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^plugins/$1/domain/|^core/money\\.ts$|^node_modules/temporal-polyfill/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'sale-before-order-before-checkout',
      comment:
        'In sales, sale/ says what is sold and what it comes to, order/ what was ordered and what becomes of it; checkout/ makes the one from the other.',
      severity: 'error',
      from: { path: '^plugins/sales/services/(sale|order)/' },
      to: { path: '^plugins/sales/services/(sale|order|checkout)/', pathNot: '^plugins/sales/services/($1|sale)/' },
    },
    {
      name: 'no-cycles',
      comment: 'Files that need each other are one idea in two files.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-cycles-of-types',
      comment: 'What two files tell each other of their types is a third idea: it stands in a file of its own.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolvable',
      comment: 'The types of the example of a client are made when its test runs.',
      severity: 'error',
      from: { pathNot: '^docs/examples/client\\.ts$' },
      // Files that the pages' build gives an address are asked for with ?url.
      to: { couldNotResolve: true, pathNot: '^virtual:|\\?url$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|data|cli/templates)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'default', 'node', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json'],
    },
  },
}
