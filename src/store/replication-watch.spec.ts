import { findReplicationProblem } from './replication-watch.js';

it.each([
  ['on', 'ANY 1 (one, two)', null],
  ['remote_apply', 'one', null],
  ['on', '', 'synchronous_standby_names is empty, so commits wait for no standby.'],
  ['local', 'one', 'synchronous_commit is local, so commits do not wait until a standby has stored them.'],
  ['remote_write', 'one', 'synchronous_commit is remote_write, so commits do not wait until a standby has stored them.'],
  ['off', 'one', 'synchronous_commit is off, so commits do not wait until a standby has stored them.'],
])('with synchronous_commit %s and standbys "%s" the problem is: %s', (commit, standbys, problem) => {
  expect(findReplicationProblem({ commit, standbys })).toBe(problem);
});
