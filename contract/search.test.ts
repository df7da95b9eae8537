import { describe, expect, test } from 'vitest';
import { groupsOf, houseIn, phonesIn, withoutCourtesies, wordsOf } from './search.ts';

describe('wordsOf', () => {
  test.each([
    ['', []],
    [' \t\n ', []],
    ['  Siti   AMINAH ', ['siti', 'aminah']],
    ['Siti\u00a0Aminah\u200b', ['siti', 'aminah']],
    ['siti, a1;', ['siti', 'a1']],
    [', ;', [',', ';']],
    ['André ÉLAN', ['andre', 'elan']],
    ['A2-2', ['a2-2']],
    ['100% x_y \\', ['100%', 'x_y', '\\']],
    ['停水了 🙏🏽', ['停水了', '🙏🏽']],
  ])('splits %j at spaces, in lower case and without accents', (q, words) => {
    expect(wordsOf(q)).toEqual(words);
  });
});

describe('withoutCourtesies', () => {
  test('drops forms of address unless nothing else is left', () => {
    expect(withoutCourtesies(['bu', 'siti', 'blok', 'a1'])).toEqual(['siti', 'a1']);
    expect(withoutCourtesies(['blok', 'a', 'siti'])).toEqual(['blok', 'a', 'siti']);
    expect(withoutCourtesies(['bu'])).toEqual(['bu']);
    expect(withoutCourtesies([])).toEqual([]);
  });
});

describe('groupsOf', () => {
  test.each([
    ['siti aminah', [['siti'], ['aminah']]],
    ['a2 2', [['a2', '2']]],
    ['a2 2 2', [['a2', '2'], ['2']]],
    ['a2 0812 3456', [['a2'], ['0812', '3456']]],
    ['0812 3456 7890', [['0812', '3456', '7890']]],
    ['+62 812-3456 789', [['+62', '812-3456', '789']]],
    ['(0812) 3456', [['(0812)', '3456']]],
    ['siti 0812 a2 3', [['siti'], ['0812'], ['a2', '3']]],
    ['a2 b3', [['a2'], ['b3']]],
    ['siti blok a 2', [['siti'], ['blok', 'a'], ['2']]],
    ['- -', [['-'], ['-']]],
  ])('groups adjacent words of %j that may be one house or phone number', (q, groups) => {
    expect(groupsOf(wordsOf(q))).toEqual(groups);
  });
});

describe('houseIn', () => {
  test.each([
    ['a22', { piece: 'a22', dashed: false }],
    ['a', { piece: 'a', dashed: false }],
    ['12', { piece: '12', dashed: false }],
    ['a2-2', { piece: 'a2-2', dashed: true }],
    ['a2/2', { piece: 'a2-2', dashed: true }],
    ['a2–2', { piece: 'a2-2', dashed: true }],
    ['a12012', { piece: 'a12012', dashed: false }],
    ['2-', { piece: '2-', dashed: true }],
    ['0812-3456', null],
    ['a2.', { piece: 'a2-', dashed: true }],
    ['08123456', null],
    ['siti', null],
    ['ab1', null],
  ])('%j', (word, house) => {
    expect(houseIn(word)).toEqual(house);
  });
});

describe('phonesIn', () => {
  test.each([
    ['08123456', ['08123456']],
    ['0812-3456', ['08123456']],
    ['(0812)3456', ['08123456']],
    ['+628123456', ['08123456']],
    ['628123456', ['628123456', '08123456']],
    ['+62', []],
    ['+628', ['08']],
    ['+620812', ['0812']],
    ['812-3456', ['8123456']],
    ['3456', ['3456']],
    ['12', []],
    ['a12', []],
    ['siti', []],
    ['-', []],
  ])('%j', (word, phones) => {
    expect(phonesIn(word)).toEqual(phones);
  });
});
