import { hashKey, QueryClient, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useLocale } from '../messages/language.js';
import { call, callAgent, type Result } from './client.js';
import { Problem } from './problem.js';
import type { Answer, InPath, PathOf, Query } from './schema.js';

const FRESH_MS = 5_000;
/** Paths of code lists, which do not change during a visit. */
const CODE_LIST = /^\/((parameters-api|[\w-]+-api(\/resources)?\/parameters)\/|backoffice-api\/(code-lists|error-codes)$)/;

/** Whether the problem ends soon: some calls are admitted once a second, which fast navigation exceeds. */
const passesSoon = ({ kind, waitSeconds }: Problem): boolean => kind === 'busy' || (kind === 'often' && waitSeconds === 1);

const endsAlone = ({ kind }: Problem): boolean => kind === 'offline' || kind === 'busy';
const RECOVERY_MS = 5_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      // Separates the results of different agents.
      queryKeyHashFn: (key) => hashKey([callAgent(), ...key]),
      // Retries once if the problem may end without help.
      retry: (count, error) => count < 1 && error instanceof Problem && passesSoon(error),
      retryDelay: 1_000,
      // Without the network, or while the server is busy, the page recovers automatically.
      refetchInterval: ({ state: { error } }) => (error instanceof Problem && endsAlone(error) ? RECOVERY_MS : false),
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { networkMode: 'always' },
  },
});

interface GetOptions<P extends PathOf<'get'>> {
  readonly path?: InPath<P, 'get'>;
  readonly query?: Query;
  readonly enabled?: boolean;
  /** Shows the previous data until the response for the new parameters arrives. */
  readonly keepsPrevious?: boolean;
}

/** Loads the response of a GET, again after each write. */
export function useGet<P extends PathOf<'get'>>(
  address: P,
  options: GetOptions<P> = {},
): UseQueryResult<Result<Answer<P, 'get'>>, Problem> {
  const { path, query, enabled, keepsPrevious = false } = options;
  const { language } = useLocale();
  return useQuery<Result<Answer<P, 'get'>>, Problem>({
    queryKey: [address, path, query, language],
    queryFn: ({ signal }) => call('get', address, { path, query, signal }),
    enabled,
    // Code lists are loaded once per visit.
    ...(CODE_LIST.test(address) && { staleTime: 'static', gcTime: Infinity }),
    placeholderData: keepsPrevious ? (previous: Result<Answer<P, 'get'>> | undefined) => previous : undefined,
  });
}
