import { listResources } from './cached-response.service.js';

describe('the resources that a call wrote to', () => {
  it.each([
    ['/fire-api/rsc/applications', [['Location', 'https://host:8443/fire-api/rsc/applications/12']], ['applications/12']],
    [
      '/mtr-api/resources/policies/7/greenCard',
      [['location', 'https://h/mtr-api/resources/policies/7/documents/9']],
      ['policies/7', 'documents/9'],
    ],
    ['/parties-api/resources/parties', [['Content-Location', 'https://h/dev/parties-api/resources/parties/3']], ['parties/3']],
    ['/fire-api/rsc/applications/%31%32/calc', [], ['applications/12']],
    ['/fire-api/rsc/applications/12/calc', [['Link', 'https://h/fire-api/rsc/applications/13']], ['applications/12']],
    ['/service-requests-api/resources/srs/SR-26-000001-A', [], []],
    ['/backoffice-api/programs', [['Content-Length', 9]], []],
  ] as const)('are found in the path and the Location headers: %s', (path, headers, resources) => {
    expect(listResources(path, headers)).toEqual(resources);
  });
});
