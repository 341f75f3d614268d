/**
 * Allowed imports: services, sandbox and backoffice import gateway and record; gateway imports identity, record imports
 * pricing, and all import store and common. No import goes back or sideways. The programs for integrators (listen,
 * certify) are separate.
 */
const forbidden = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to });

/** The floors of the large folders, from the top down: each imports those below it only. The module at the root of a folder puts them together. */
const FLOORS = {
  gateway: [
    'server',
    'faults',
    'health',
    'access',
    'body',
    'idempotency',
    'handler',
    'observability',
    'rate-limit',
    'documentation',
    'call',
  ],
  record: ['exchange', 'contract', 'money', 'core', 'reference'],
  backoffice: ['administration', 'issuing', 'underwriting', 'access', 'common'],
};

module.exports = {
  forbidden: [
    forbidden('no-circular', {}, { circular: true }, 'Two modules that need each other are one module, or need a third.'),
    forbidden(
      'no-orphans',
      { orphan: true, pathNot: ['\\.d\\.ts$', '^src/main\\.ts$', '-worker\\.ts$', '^console/src/(customer/)?main\\.tsx?$'] },
      {},
      'Nothing imports it: delete it.',
    ),
    forbidden(
      'common-is-pure',
      { path: '^src/(common|pricing)' },
      { path: 'node_modules/(@nestjs|typeorm|pg|express)' },
      'Pure TypeScript: no framework, no database.',
    ),
    forbidden('common-imports-nothing', { path: '^src/common' }, { path: '^src/', pathNot: '^src/common' }, 'The bottom of the house.'),
    forbidden(
      'config-imports-common',
      { path: '^src/config' },
      { path: '^src/', pathNot: '^src/(config|common)' },
      'Configuration is read before anything else exists.',
    ),
    forbidden(
      'pricing-imports-common',
      { path: '^src/pricing' },
      { path: '^src/', pathNot: '^src/(pricing|common)' },
      'A price is a function of facts and tariff.',
    ),
    forbidden(
      'store-imports-common',
      { path: '^src/store' },
      { path: '^src/', pathNot: '^src/(store|common|config)' },
      'The store knows no business.',
    ),
    forbidden(
      'migrations-are-listed',
      { path: '^src/store/migrations\\.ts$' },
      { path: '^migrations/', reachable: false },
      'A migration that the list does not name never runs.',
    ),
    forbidden(
      'jobs-import-common',
      { path: '^src/jobs' },
      { path: '^src/', pathNot: '^src/(jobs|common|config)' },
      'The scheduler does not know the jobs.',
    ),
    forbidden(
      'mail-imports-common',
      { path: '^src/mail' },
      { path: '^src/', pathNot: '^src/(mail|common|config)' },
      'The way out knows no letters.',
    ),
    forbidden(
      'record-looks-down',
      { path: '^src/record' },
      { path: '^src/(gateway|services|backoffice)' },
      'The record serves services and back office alike.',
    ),
    forbidden(
      'record-knows-no-http',
      // What goes out to webhooks is none of the gateway's calls.
      { path: '^src/(record|identity|store|pricing)', pathNot: '^src/record/exchange/webhooks/sender/post\\.ts$' },
      { path: '^(node:)?https?$|node_modules/(@types/)?(express|@nestjs/platform-express|@nestjs/swagger)/' },
      'Requests, responses and their documentation are the business of gateway, services and back office.',
    ),
    forbidden(
      'identity-looks-down',
      { path: '^src/identity' },
      { path: '^src/', pathNot: '^src/(identity|store|common|config|jobs)' },
      'Who may call is asked by gateway, services and back office alike.',
    ),
    forbidden(
      'services-not-sideways',
      { path: '^src/services/([^/]+)/' },
      { path: '^src/services/', pathNot: '^src/services/$1/' },
      'What two services need stands in record.',
    ),
    forbidden(
      'services-without-backoffice',
      { path: '^src/services' },
      { path: '^src/backoffice' },
      'Agents are served without the staff.',
    ),
    forbidden(
      'sandbox-beside-services',
      { path: '^src/sandbox' },
      { path: '^src/(services|backoffice)' },
      'It calls the same services of the record as they do.',
    ),
    forbidden(
      'nothing-needs-the-sandbox',
      { path: '^src/', pathNot: '^src/(sandbox/|app\\.module\\.ts$)' },
      { path: '^src/sandbox' },
      'Production does not load it.',
    ),
    forbidden(
      'integrators-programs-stand-alone',
      { path: '^src/(listen|certify)' },
      { path: '^src/', pathNot: '^src/(listen|certify|common|config)' },
      'What they know of the gateway they know over HTTP.',
    ),
    forbidden(
      'nothing-needs-integrators-programs',
      { path: '^src/', pathNot: '^src/(listen|certify|commands\\.ts)' },
      { path: '^src/(listen|certify)' },
      'The gateway runs without them; only the list of commands names them.',
    ),
    forbidden('listen-without-certify', { path: '^src/listen' }, { path: '^src/certify' }, 'The calls of both stand in listen.'),
    forbidden('backoffice-without-services', { path: '^src/backoffice' }, { path: '^src/services' }, 'What both need stands in record.'),
    forbidden(
      'gateway-knows-no-insurance',
      { path: '^src/gateway' },
      { path: '^src/(services|backoffice|sandbox|record|pricing)' },
      'The edge knows keys and tokens only.',
    ),
    ...Object.entries(FLOORS).flatMap(([folder, floors]) =>
      floors
        .slice(1)
        .map((floor, index) =>
          forbidden(
            `${folder}-${floor}-looks-down`,
            { path: `^src/${folder}/${floor}/` },
            { path: `^src/${folder}/((${floors.slice(0, index + 1).join('|')})/|[^/]+$)` },
            'Inside a folder a call goes down only.',
          ),
        ),
    ),
    {
      name: 'no-circle-of-rooms',
      severity: 'error',
      comment: 'Two rooms that need each other are one room, or need a third.',
      scope: 'folder',
      from: { path: '^src/(record|backoffice)/' },
      to: { circular: true },
    },
    forbidden(
      'time-is-an-argument',
      {
        path: '^src/(record|services|sandbox|pricing)',
        // What runs beside the calls fixes the moment that it works for; tokens and limits go by real time.
        pathNot: [
          '\\.scheduler\\.ts$',
          '-cli\\.ts$',
          '/virus-scan.service\\.ts$',
          '/parameter-version.service\\.ts$',
          '^src/services/auth/',
        ],
      },
      { path: '^src/common/clock' },
      'The moment of a call comes with its caller: what it decides, prices and dates is of one moment.',
    ),
    forbidden(
      'console-pages-stand-alone',
      { path: '^console/src/pages/' },
      { path: '^console/src/pages/' },
      'Every page is loaded alone; what two pages need stands in parts.',
    ),
    forbidden(
      'console-parts-without-pages',
      { path: '^console/src/(parts|forms|api|messages|frame)/' },
      { path: '^console/src/pages' },
      'Pages are put together from parts; only the router names pages.',
    ),
    forbidden('nothing-imports-tests', { path: '^src' }, { path: '^test' }, 'The product does not know its tests.'),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Specs may import anything.
    exclude: { path: '\\.spec\\.ts$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js'] },
  },
};
