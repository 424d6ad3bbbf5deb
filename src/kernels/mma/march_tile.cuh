// SPDX-License-Identifier: Apache-2.0
// The blocks of mmaMarchU8Kernel and its arguments.
#pragma once

#include "../load/row_ring.cuh"
#include "march_shape.hpp"

namespace cv { namespace cudatiled {

// Shape of the work of one block. Taps are sums of Limbs signed bytes, each worth 256 times the one before. Warps lie
// beside each other; each has Sets times 8 places. Bytes of a pixel are multiplied apart: Planes of them, of which two
// make a scalar of 16 bits. If channels are Apart, each warp has one of them, and all have the same places: then a
// lane's registers hold larger squares.
template <class S, int Size_, int Limbs_, int Channels_, class Tuning> struct MmaMarchU8Tile
{
    using Scalar = S;
    static constexpr int Bytes = static_cast<int>(sizeof(S)), InChunk = kChunkBytes / Bytes;
    static_assert(Bytes == 1 || Channels_ == 1, "of 16 bits there are instances for one channel only");
    static_assert(Limbs_ == 1 || Limbs_ == Bytes + 2, "for the contract");
    static constexpr int Limbs = Limbs_, Channels = Channels_, Sets = Tuning::value.sets, Warps = Tuning::value.warps,
                         Stages = Tuning::value.stages, Blocks = Tuning::value.blocks,
                         MostRows = Tuning::value.mostRows, LowRows = Tuning::value.lowRows,
                         LeastRows = Tuning::value.leastRows;
    static constexpr int ThreadsX = 32 * Warps, ThreadsY = 1, Threads = ThreadsX;
    static constexpr MarchShape shape = marchShape(Size_, Bytes);
    static constexpr bool Apart = Tuning::value.apart;
    static_assert(!Apart || (Warps == Channels && Channels > 1), "a warp for each channel");
    static constexpr int Planes = Channels * Bytes, WarpPlanes = Apart ? 1 : Planes; // of a pixel, of those of a warp
    // Bytes of a scalar have sums of their own, or share those of four limbs: products of byte b and limb l go to sum
    // b + l - 1, and those of both lowest bytes are left out.
    static constexpr bool SharesSums = Bytes > 1 && Limbs > 1;
    static constexpr int SumPlanes = SharesSums ? 1 : WarpPlanes;
    static constexpr int WarpsBeside = Apart ? 1 : Warps;
    static constexpr int Size = Size_, Columns = shape.columns, Rows = shape.rows, Pairs = shape.pairs;
    static constexpr int PairsOfStep = Rows / 2;                           // a step completes Rows rows of results
    static constexpr int Groups = (Pairs + PairsOfStep - 1) / PairsOfStep; // steps that a result takes
    static constexpr int HaloRows = (Groups - 1) * Rows;                   // of the source, for a strip
    static constexpr int Places = 8 * Sets, WarpPixels = Places * Columns;
    static constexpr int WarpScalars = WarpPixels * Channels, Width = WarpsBeside * WarpScalars;
    static constexpr int HaloScalars = (Size - 1) * Channels;
    // Of a row in shared memory, before and behind the block's own.
    static constexpr int Before = (shape.before * Channels + InChunk - 1) / InChunk * InChunk;
    static constexpr int Behind = ((16 - Columns) * Channels + InChunk - 1) / InChunk * InChunk;
    static constexpr int Chunks = (Before + Width + Behind) / InChunk;
    // A lane reads from a multiple of LaneUnit bytes on: lanes lie four columns apart, `before` columns to the left.
    static constexpr int LanePlaces = (4 | shape.before) * Planes;
    static constexpr int LaneUnit = (LanePlaces & -LanePlaces) < 4 ? 4 : LanePlaces & -LanePlaces;
    static constexpr int StageRows = Tuning::value.stageRows, StepsOfStage = StageRows / Rows;
    // Results of two steps, of which a chunk is a place. Those of several planes are put in order, two rows at a time.
    // If they are apart, warps write the next two steps while one puts these in order.
    static constexpr int PlaneChunks = Places * Planes;
    static constexpr int OrderedRow = WarpPixels * Planes / kChunkBytes + 1;
    static constexpr int StagingChunks = Apart ? 4 * PlaneChunks : 2 * PlaneChunks + (Planes > 1 ? 2 * OrderedRow : 0);
    static constexpr int RingChunks = Stages * StageRows * Chunks;
    using State = RowRingState<Stages, besideChunks(Before, InChunk)>;
    static constexpr int StateChunks = (sizeof(State) + kChunkBytes - 1) / kChunkBytes;
    static constexpr int SharedChunks = RingChunks + WarpsBeside * StagingChunks + StateChunks;
    static constexpr int SharedBytes = SharedChunks * kChunkBytes;
};

template <class S> struct MmaMarchU8Arguments
{
    BatchSource<S> source;
    BatchTarget<S> target;
    int anchorY; // row of the square that lies over a result; its columns are centred
    Alignment alignment;
    int tileRows;
    const Words<4>* bands; // a lane's part of each matrix, for Pairs x Limbs matrices; then what sums start with
    bool scaled;           // else results are the sums, integers
    // A scaled result is sum * scale + delta; the scale is that of the lowest sum. With three limbs kMarchStart is
    // taken off the delta.
    float scale, delta;
};

}} // namespace cv::cudatiled
