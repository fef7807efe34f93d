/** Import boundaries. Each violation is reported with its reason. */
/** Folders of plugins: those of the product and the examples. */
const PLUGINS = '^(?:plugins|docs/examples)'
const UI = `^(ui-admin|ui-store)/|${PLUGINS}/[^/]+/(admin|store)/`
/** Commands of plugins; only the command line runs them. */
const CLI = `${PLUGINS}/[^/]+/cli/`
const SERVER_PACKAGES =
  'node_modules/(fastify|@fastify/[^/]+|knex|pg|graphile-worker|tsyringe|exceljs|sharp|nodemailer|commander|inquirer)/'

/** The lower two layers of the kernel, see core/README.md: values that need no kernel, and declarations of plugins. */
const VALUES =
  '^core/((config|parse-minutes|calendar-date|group-by|money|root|services|week|api-types|site-types)\\.ts|shop\\.mjs|(db|fields|field-types|text)/|[^/]+/api-types\\.ts' +
  '|access/(password|permission|seal|session-kind|sign|network|token)\\.ts|events/(events|job-definition)\\.ts|file/(file-type|svg)\\.ts' +
  '|http/(errors|outgoing|filter-by-shape|shapes)\\.ts|i18n/(i18n|locale)\\.ts|model/graph\\.ts|plugin/manifest-types\\.ts)'
const DECLARATIONS =
  '^core/(context\\.ts|(plugin|resource|setting)/define\\.ts|plugin/contributions\\.ts|resource/(hooks|transfer-def)\\.ts|events/job\\.ts|http/route\\.ts)'

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'core-stands-alone',
      comment: 'The kernel imports no plugin, page or command; they register with it.',
      severity: 'error',
      from: { path: '^core/' },
      to: { path: '^(plugins|cli|ui-admin|ui-store|tests)/' },
    },
    {
      name: 'values-know-no-kernel',
      comment: 'Values, messages and SQL are the lowest layer of the kernel and work without a running kernel.',
      severity: 'error',
      from: { path: VALUES },
      to: { path: '^core/', pathNot: VALUES },
    },
    {
      name: 'declarations-know-no-engine',
      comment: 'Declarations are read by the modules above them; modules add themselves to Kernel, see core/context.ts.',
      severity: 'error',
      from: { path: DECLARATIONS },
      to: { path: '^core/', pathNot: `${VALUES}|${DECLARATIONS}` },
    },
    {
      name: 'plugins-use-the-public-kernel',
      comment:
        'A plugin imports stoa (and stoa/engine, when it works on all resources) and no internal module, so that the kernel can change internally.',
      severity: 'error',
      from: { path: `${PLUGINS}/`, pathNot: `${UI}|/tests/|\\.test\\.tsx?$` },
      to: {
        path: '^core/',
        pathNot: '^core/(index\\.ts|engine\\.ts|events/|(money|calendar-date|text/decode-utf8)\\.ts|api-types\\.ts|thread/serve\\.ts)',
      },
    },
    {
      name: 'plugins-meet-at-their-index',
      comment: 'Only index.ts of another plugin may be imported.',
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
      comment: 'Admin and store load screens of plugins by name; apart from that they import only types from its index.ts.',
      severity: 'error',
      from: { path: '^ui-(admin|store)/' },
      to: { path: '^plugins/', pathNot: '^plugins/[^/]+/index\\.ts$' },
    },
    {
      name: 'common-parts-know-no-widget',
      comment: 'common/ contains the building blocks of the admin and imports only API, messages and state.',
      severity: 'error',
      from: { path: '^ui-admin/src/common/' },
      to: { path: '^ui-admin/', pathNot: '^ui-admin/src/(common|api|i18n|state)/' },
    },
    {
      name: 'plugins-know-no-command-or-shell',
      comment: 'The command line, admin and store load plugins, not the other way round.',
      severity: 'error',
      from: { path: `${PLUGINS}/`, pathNot: `${UI}|/tests/|${CLI}` },
      to: { path: '^(cli|ui-admin|ui-store|tests)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'commands-of-plugins-use-the-kit',
      comment: 'Commands of plugins import only cli/kit.ts, so that the command line can change internally.',
      severity: 'error',
      from: { path: CLI },
      to: { path: '^(cli|ui-admin|ui-store|tests)/', pathNot: '^cli/kit\\.ts$' },
    },
    {
      name: 'entries-of-commands-load-nothing',
      comment: 'Help loads cli/index.ts of every plugin, so each import there delays every command.',
      severity: 'error',
      from: { path: `${PLUGINS}/[^/]+/cli/index\\.ts$` },
      to: { dependencyTypesNot: ['type-only', 'dynamic-import'] },
    },
    {
      name: 'commands-know-no-plugin',
      comment: 'The command line loads commands from the plugins that own them; its own commands are generic.',
      severity: 'error',
      from: { path: '^cli/' },
      to: { path: '^plugins/' },
    },
    {
      name: 'pages-hold-no-server-code',
      comment: 'Imports of a page are sent to browsers, so only types may come from the server. Domain functions are pure and allowed.',
      severity: 'error',
      from: { path: UI, pathNot: '\\.test\\.tsx?$|vite\\.config\\.ts$|^ui-store/(server|build)/' },
      to: {
        path: `^(core|cli|migrations|plugins|docs/examples)/|${SERVER_PACKAGES}`,
        pathNot: `${PLUGINS}/[^/]+/(admin|store|locales|domain)/|^core/(money\\.ts|calendar-date\\.ts|parse-minutes\\.ts|week\\.ts|locales/)`,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'admin-and-store-are-two-programs',
      comment: 'Code of the admin must not end up in the bundle of the store, and vice versa.',
      severity: 'error',
      from: { path: `^ui-(admin|store)/|${PLUGINS}/[^/]+/(admin|store)/` },
      to: {
        path: `^ui-(admin|store)/|${PLUGINS}/[^/]+/(admin|store)/`,
        pathNot: `^ui-$1/|${PLUGINS}/[^/]+/$1/|^ui-$2/|${PLUGINS}/[^/]+/$2/`,
      },
    },
    {
      name: 'domain-is-pure',
      comment: 'Domain functions run without server, database and clock. A library for dates and time zones is allowed.',
      severity: 'error',
      from: { path: `${PLUGINS}/([^/]+)/domain/`, pathNot: '\\.test\\.ts$' },
      to: {
        pathNot: '^plugins/$1/domain/|^core/(money|calendar-date)\\.ts$|^node_modules/temporal-polyfill/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'sale-before-order-before-checkout',
      comment:
        'In sales, sale/ prices a sale, order/ writes and changes orders, and checkout/ turns a cart into an order; each imports only those before it.',
      severity: 'error',
      from: { path: '^plugins/sales/services/(sale|order)/' },
      to: { path: '^plugins/sales/services/(sale|order|checkout)/', pathNot: '^plugins/sales/services/($1|sale)/' },
    },
    {
      name: 'no-cycles',
      comment: 'No import cycles.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-cycles-of-types',
      comment: 'No cycles of type imports: shared types belong in a file of their own.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolvable',
      comment: 'The types of the client example are generated by its test.',
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
