// SPDX-License-Identifier: Apache-2.0
// Sorting, merging and selecting in registers, by exchanges that are known when this is compiled. What nobody reads of
// a result, the compiler leaves out, and all exchanges that lead to it alone.
#pragma once

#include <utility>

#include "values.cuh"

namespace cv { namespace cudatiled {

// Values in ascending order.
template <int N, class V> struct Sorted
{
    static constexpr int count = N;
    V value[N > 0 ? N : 1];
};

// The exchanges of Batcher's odd-even merge of N and M values that follow one another. The lists are taken for the end
// and the beginning of two lists of a power of two, whose other values are lower and higher than all and never move.
template <int N, int M> struct MergeNetwork
{
    static constexpr int half()
    {
        int size = 1;
        while (size < N || size < M)
            size *= 2;
        return size;
    }

    // Calls take(low, high) for every exchange, in order.
    template <class F> static constexpr void forEach(F&& take)
    {
        const int size = 2 * half(), offset = half() - N;
        for (int distance = half(); distance > 0; distance /= 2)
            for (int i = 0; i + distance < size; ++i)
            {
                const bool first = distance == half();
                if (!first && (i < distance || (i - distance) / distance % 2 != 0))
                    continue;
                const int low = i - offset, high = i + distance - offset;
                if (low >= 0 && high < N + M)
                    take(low, high);
            }
    }

    static constexpr int count()
    {
        int exchanges = 0;
        forEach([&](int, int) { ++exchanges; });
        return exchanges;
    }

    struct Exchanges
    {
        int low[count() + 1], high[count() + 1];
    };
    static constexpr Exchanges list()
    {
        Exchanges exchanges{};
        int i = 0;
        forEach([&](int low, int high) {
            exchanges.low[i] = low;
            exchanges.high[i++] = high;
        });
        return exchanges;
    }
    static constexpr Exchanges exchanges = list();
};

template <int Low, int High, class V> __device__ inline void exchangeAt(V* values)
{
    const V low = lower(values[Low], values[High]);
    values[High] = higher(values[Low], values[High]);
    values[Low] = low;
}

template <class Network, class V, int... I>
__device__ inline void exchangeAll(V* values, std::integer_sequence<int, I...>)
{
    (exchangeAt<Network::exchanges.low[I], Network::exchanges.high[I]>(values), ...);
}

template <int N, int M, class V>
__device__ inline Sorted<N + M, V> mergeByNetwork(const Sorted<N, V>& a, const Sorted<M, V>& b)
{
    using Network = MergeNetwork<N, M>;
    Sorted<N + M, V> merged;
#pragma unroll
    for (int i = 0; i < N; ++i)
        merged.value[i] = a.value[i];
#pragma unroll
    for (int i = 0; i < M; ++i)
        merged.value[N + i] = b.value[i];
    exchangeAll<Network>(merged.value, std::make_integer_sequence<int, Network::count()>());
    return merged;
}

// A list with one more value: two operations for each, and none waits for more than one other.
template <int N, class V> __device__ inline Sorted<N + 1, V> insert(const Sorted<N, V>& list, V value)
{
    Sorted<N + 1, V> longer;
    longer.value[0] = lower(list.value[0], value);
#pragma unroll
    for (int i = 1; i < N; ++i)
        longer.value[i] = higher(list.value[i - 1], lower(list.value[i], value));
    longer.value[N] = higher(list.value[N - 1], value);
    return longer;
}

template <int N, int M, class V> __device__ inline Sorted<N + M, V> merge(const Sorted<N, V>& a, const Sorted<M, V>& b)
{
    if constexpr (M == 1)
        return insert(a, b.value[0]);
    else if constexpr (N == 1)
        return insert(b, a.value[0]);
    else
        return mergeByNetwork(a, b);
}

// `Count` values of a list from number `First` on.
template <int First, int Count, int N, class V> __device__ inline Sorted<Count, V> part(const Sorted<N, V>& list)
{
    static_assert(First >= 0 && First + Count <= N, "inside the list");
    Sorted<Count, V> some;
#pragma unroll
    for (int i = 0; i < Count; ++i)
        some.value[i] = list.value[First + i];
    return some;
}

// Sorts the Count values read(First), read(First + 1), …
template <int First, int Count, class V, class Read> __device__ inline Sorted<Count, V> sorted(const Read& read)
{
    if constexpr (Count == 1)
        return {{read(First)}};
    else
        return merge(sorted<First, Count / 2, V>(read), sorted<First + Count / 2, Count - Count / 2, V>(read));
}

// Merges the Count lists from `lists` on.
template <int Count, int N, class V> __device__ inline Sorted<Count * N, V> mergeAll(const Sorted<N, V>* lists)
{
    if constexpr (Count == 1)
        return lists[0];
    else
        return merge(mergeAll<Count / 2>(lists), mergeAll<Count - Count / 2>(lists + Count / 2));
}

// Value number Rank of two lists together: of all ways to take Rank + 1 values from their beginnings, that with the
// lowest last one.
template <int Rank, int N, int M, class V> __device__ inline V select(const Sorted<N, V>& a, const Sorted<M, V>& b)
{
    constexpr int least = Rank + 1 > M ? Rank + 1 - M : 0, most = Rank + 1 < N ? Rank + 1 : N; // from a
    V last[most - least + 1];
#pragma unroll
    for (int fromA = least; fromA <= most; ++fromA)
    {
        const int fromB = Rank + 1 - fromA;
        last[fromA - least] = fromA == 0   ? b.value[fromB - 1]
                              : fromB == 0 ? a.value[fromA - 1]
                                           : higher(a.value[fromA - 1], b.value[fromB - 1]);
    }
    V found = last[0];
#pragma unroll
    for (int i = 1; i < most - least; i += 2)
        found = lower(found, last[i], last[i + 1]);
    return (most - least) % 2 == 0 ? found : lower(found, last[most - least]);
}

}} // namespace cv::cudatiled
