// SPDX-License-Identifier: Apache-2.0
// An image with guard bytes before, between and after its rows, which tell when somebody writes there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>

#include "sanitizers.hpp"

namespace cuda_on_cpu {

// `rows` x `cols` scalars of type T; rows are `stepBytes` apart and the first lies `offsetBytes` past an address
// aligned to 256 bytes, as cudaMalloc aligns. Everything, the image too, begins as noise made from `seed`.
//
// Under AddressSanitizer guards cannot even be read, with the one exception that it cannot express: up to 7 bytes
// before a row whose address is not a multiple of 8.
template <class T> class GuardedImage
{
public:
    static constexpr std::ptrdiff_t kTightStep = 0;

    GuardedImage(int rows, int cols, unsigned seed, std::ptrdiff_t stepBytes = kTightStep, std::size_t offsetBytes = 0)
        : rows_(rows), cols_(cols), seed_(seed),
          step_(stepBytes == kTightStep ? cols * std::ptrdiff_t(sizeof(T)) : stepBytes)
    {
        if (rows < 1 || cols < 1 || step_ < std::ptrdiff_t(rowBytes()) || step_ % alignof(T) != 0 ||
            offsetBytes % alignof(T) != 0)
            throw std::invalid_argument("GuardedImage: a step that rows do not fit into, or a misaligned row");
        // More than the rows of a tile: a store into a wrong tile is to hit the guard as well.
        const std::size_t guard = kAlignment * ((64 * std::size_t(step_) + 4096) / kAlignment);
        size_ = guard + offsetBytes + std::size_t(rows) * std::size_t(step_) + guard;
        first_ = guard + offsetBytes;
        memory_ = std::make_unique<unsigned char[]>(size_ + kAlignment);
        const std::size_t misaligned = reinterpret_cast<std::uintptr_t>(memory_.get()) % kAlignment;
        bytes_ = memory_.get() + (kAlignment - misaligned) % kAlignment;
        for (std::size_t i = 0; i < size_; ++i)
            bytes_[i] = noise(i);
        poisonGuards();
    }

    int rows() const { return rows_; }
    int cols() const { return cols_; }
    std::ptrdiff_t step() const { return step_; }
    T* data() { return row(0); }
    const T* data() const { return row(0); }
    T* row(int y) { return reinterpret_cast<T*>(bytes_ + rowBegin(y)); }
    const T* row(int y) const { return reinterpret_cast<const T*>(bytes_ + rowBegin(y)); }

    // Describes the first guard byte that has changed; empty when none has.
    std::string violation() const
    {
        ASAN_UNPOISON_MEMORY_REGION(bytes_, size_);
        std::string text = firstChange(0, first_, "before the first row");
        for (int y = 0; y < rows_ && text.empty(); ++y)
        {
            const bool last = y + 1 == rows_;
            text = firstChange(rowBegin(y) + rowBytes(), last ? size_ : rowBegin(y + 1),
                               "past the end of row " + std::to_string(y));
        }
        poisonGuards();
        return text;
    }

private:
    static constexpr std::size_t kAlignment = 256;

    std::size_t rowBytes() const { return std::size_t(cols_) * sizeof(T); }
    std::size_t rowBegin(int y) const { return first_ + std::size_t(y) * std::size_t(step_); }

    // Finaliser of MurmurHash3.
    unsigned char noise(std::size_t i) const
    {
        std::uint32_t h = static_cast<std::uint32_t>(i) + seed_ * 0x9e3779b9u;
        h = (h ^ (h >> 16)) * 0x85ebca6bu;
        h = (h ^ (h >> 13)) * 0xc2b2ae35u;
        return static_cast<unsigned char>(h >> 16);
    }

    void poisonGuards() const
    {
        ASAN_POISON_MEMORY_REGION(bytes_, size_);
        for (int y = 0; y < rows_; ++y)
            ASAN_UNPOISON_MEMORY_REGION(bytes_ + rowBegin(y), rowBytes());
    }

    std::string firstChange(std::size_t begin, std::size_t end, const std::string& where) const
    {
        for (std::size_t i = begin; i < end; ++i)
            if (bytes_[i] != noise(i))
            {
                const bool before = begin == 0;
                std::ostringstream text;
                text << "guard byte " << (before ? end - i : i - begin + 1) << ' ' << where << " was " << int(noise(i))
                     << " and is " << int(bytes_[i]);
                return text.str();
            }
        return {};
    }

    int rows_, cols_;
    unsigned seed_;
    std::ptrdiff_t step_;
    std::size_t size_, first_; // bytes, guards included; those before the first row
    std::unique_ptr<unsigned char[]> memory_;
    unsigned char* bytes_; // memory_, aligned
};

} // namespace cuda_on_cpu
